import type { FrameworkPresets } from './preset.ts';

export const rllmPresets: FrameworkPresets = {
  framework: 'rllm',
  repository: 'rllm-org/rllm',
  version: '9beb6e0f, 2026-08-15',
  presets: {},
};
