import type { FrameworkPresets } from './preset.ts';

export const tinkerCookbookPresets: FrameworkPresets = {
  framework: 'tinker-cookbook',
  repository: 'thinking-machines-lab/tinker-cookbook',
  version: '9dfcc3a2c, 2026-08-19',
  presets: {},
};
