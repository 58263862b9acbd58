import { agentLightningPresets } from './agent-lightning.ts';
import { arealPresets } from './areal.ts';
import { artPresets } from './art.ts';
import { drmasPresets } from './drmas.ts';
import { easyr1Presets } from './easyr1.ts';
import { hgpoPresets } from './hgpo.ts';
import { msSwiftPresets } from './ms-swift.ts';
import { nemoRlPresets } from './nemo-rl.ts';
import { oatPresets } from './oat.ts';
import { openInstructPresets } from './open-instruct.ts';
import { openrlhfPresets } from './openrlhf.ts';
import type { FrameworkPresets } from './preset.ts';
import { primeRlPresets } from './prime-rl.ts';
import { rllmPresets } from './rllm.ts';
import { rollPresets } from './roll.ts';
import { skyrlPresets } from './skyrl.ts';
import { slimePresets } from './slime.ts';
import { spoPresets } from './spo.ts';
import { tinkerCookbookPresets } from './tinker-cookbook.ts';
import { trlPresets } from './trl.ts';
import { tunixPresets } from './tunix.ts';
import { verifiersPresets } from './verifiers.ts';
import { verlPresets } from './verl.ts';

/** The presets of every framework. A static table, so that importing has no effects. */
export const frameworkPresets: readonly FrameworkPresets[] = [
  verlPresets,
  trlPresets,
  openrlhfPresets,
  nemoRlPresets,
  skyrlPresets,
  arealPresets,
  slimePresets,
  primeRlPresets,
  artPresets,
  openInstructPresets,
  msSwiftPresets,
  tinkerCookbookPresets,
  oatPresets,
  tunixPresets,
  easyr1Presets,
  rollPresets,
  agentLightningPresets,
  verifiersPresets,
  drmasPresets,
  hgpoPresets,
  spoPresets,
  rllmPresets,
];
