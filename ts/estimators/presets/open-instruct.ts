import type { FrameworkPresets } from './preset.ts';

export const openInstructPresets: FrameworkPresets = {
  framework: 'open-instruct',
  repository: 'allenai/open-instruct',
  version: 'e6c3044aa',
  presets: {},
};
