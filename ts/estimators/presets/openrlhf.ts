import type { FrameworkPresets } from './preset.ts';

export const openrlhfPresets: FrameworkPresets = {
  framework: 'openrlhf',
  repository: 'OpenRLHF/OpenRLHF',
  version: '3c3be6234, 2026-08-13',
  presets: {},
};
