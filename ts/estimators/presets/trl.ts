import type { FrameworkPresets } from './preset.ts';

export const trlPresets: FrameworkPresets = {
  framework: 'trl',
  repository: 'huggingface/trl',
  version: 'f2cd57710, 2026-07-24',
  presets: {},
};
