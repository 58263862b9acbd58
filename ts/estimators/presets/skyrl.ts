import type { FrameworkPresets } from './preset.ts';

export const skyrlPresets: FrameworkPresets = {
  framework: 'skyrl',
  repository: 'NovaSky-AI/SkyRL',
  version: 'a9564572e, 2026-08-21',
  presets: {},
};
