import type { FrameworkPresets } from './preset.ts';

export const hgpoPresets: FrameworkPresets = {
  framework: 'hgpo',
  repository: 'CazeroZ/hgpo',
  version: 'aa6492727',
  presets: {},
};
