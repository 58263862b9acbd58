import type { FrameworkPresets } from './preset.ts';

export const agentLightningPresets: FrameworkPresets = {
  framework: 'agent-lightning',
  repository: 'microsoft/agent-lightning',
  version: 'c632d8dd8, 2026-08-22',
  presets: {},
};
