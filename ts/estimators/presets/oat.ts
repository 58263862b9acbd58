import type { FrameworkPresets } from './preset.ts';

export const oatPresets: FrameworkPresets = {
  framework: 'oat',
  repository: 'sail-sg/oat',
  version: 'c1a074c32',
  presets: {},
};
