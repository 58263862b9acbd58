import type { FrameworkPresets } from './preset.ts';

export const artPresets: FrameworkPresets = {
  framework: 'art',
  repository: 'OpenPipe/ART',
  version: '779559fd0, 2025-06',
  presets: {},
};
