import type { FrameworkPresets } from './preset.ts';

export const drmasPresets: FrameworkPresets = {
  framework: 'drmas',
  repository: 'langfengQ/DrMAS',
  version: '3b556f2c0',
  presets: {},
};
