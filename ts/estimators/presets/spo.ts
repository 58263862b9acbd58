import type { FrameworkPresets } from './preset.ts';

export const spoPresets: FrameworkPresets = {
  framework: 'spo',
  repository: 'verl-project/verl-recipe',
  version: '48ea0a797',
  presets: {},
};
