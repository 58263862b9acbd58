import type { FrameworkPresets } from './preset.ts';

export const slimePresets: FrameworkPresets = {
  framework: 'slime',
  repository: 'THUDM/slime',
  version: '624b824a8, 2026-08-21',
  presets: {},
};
