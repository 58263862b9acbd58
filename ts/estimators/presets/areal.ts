import type { FrameworkPresets } from './preset.ts';

export const arealPresets: FrameworkPresets = {
  framework: 'areal',
  repository: 'areal-project/AReaL',
  version: 'cbff54d64, 2026-08-22',
  presets: {},
};
