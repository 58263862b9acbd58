import type { FrameworkPresets } from './preset.ts';

export const primeRlPresets: FrameworkPresets = {
  framework: 'prime-rl',
  repository: 'PrimeIntellect-ai/prime-rl',
  version: '559b44772, 2026-08-21',
  presets: {},
};
