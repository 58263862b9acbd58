import type { FrameworkPresets } from './preset.ts';

export const msSwiftPresets: FrameworkPresets = {
  framework: 'ms-swift',
  repository: 'modelscope/ms-swift',
  version: '3602360a5, 2026-08-22',
  presets: {},
};
