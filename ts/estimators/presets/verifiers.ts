import type { FrameworkPresets } from './preset.ts';

export const verifiersPresets: FrameworkPresets = {
  framework: 'verifiers',
  repository: 'PrimeIntellect-ai/verifiers',
  version: 'a60a606ec, 2026-08-21',
  presets: {},
};
