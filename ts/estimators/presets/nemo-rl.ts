import type { FrameworkPresets } from './preset.ts';

export const nemoRlPresets: FrameworkPresets = {
  framework: 'nemo-rl',
  repository: 'NVIDIA-NeMo/RL',
  version: '7ea279abf, 2026-08-22',
  presets: {},
};
