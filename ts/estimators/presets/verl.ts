import type { FrameworkPresets } from './preset.ts';

export const verlPresets: FrameworkPresets = {
  framework: 'verl',
  repository: 'verl-project/verl',
  version: '1dda039b9, 2026-08-22',
  presets: {},
};
