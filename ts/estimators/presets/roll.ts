import type { FrameworkPresets } from './preset.ts';

export const rollPresets: FrameworkPresets = {
  framework: 'roll',
  repository: 'alibaba/ROLL',
  version: '8eb27cc2d',
  presets: {},
};
