import type { FrameworkPresets } from './preset.ts';

export const easyr1Presets: FrameworkPresets = {
  framework: 'easyr1',
  repository: 'hiyouga/EasyR1',
  version: 'b44b311b6',
  presets: {},
};
