import type { FrameworkPresets } from './preset.ts';

export const tunixPresets: FrameworkPresets = {
  framework: 'tunix',
  repository: 'google/tunix',
  version: 'c7d8950f1',
  presets: {},
};
