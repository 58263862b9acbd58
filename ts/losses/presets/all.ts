import { freezeDeep } from '../../types/freeze-deep.ts';
import { agentLightningLossPresets } from './agent-lightning.ts';
import { arealLossPresets } from './areal.ts';
import { artLossPresets } from './art.ts';
import { easyr1LossPresets } from './easyr1.ts';
import type { FrameworkLossPresets, LossPreset } from './loss-preset.ts';
import { msSwiftLossPresets } from './ms-swift.ts';
import { nemoRlLossPresets } from './nemo-rl.ts';
import { oatLossPresets } from './oat.ts';
import { openInstructLossPresets } from './open-instruct.ts';
import { openrlhfLossPresets } from './openrlhf.ts';
import { primeRlLossPresets } from './prime-rl.ts';
import { rollLossPresets } from './roll.ts';
import { skyrlLossPresets } from './skyrl.ts';
import { slimeLossPresets } from './slime.ts';
import { trlLossPresets } from './trl.ts';
import { tunixLossPresets } from './tunix.ts';
import { verlLossPresets } from './verl.ts';

/** Static, so that importing has no effects. */
export const lossPresetTables: readonly FrameworkLossPresets[] = [
  verlLossPresets,
  trlLossPresets,
  skyrlLossPresets,
  oatLossPresets,
  tunixLossPresets,
  primeRlLossPresets,
  artLossPresets,
  openInstructLossPresets,
  nemoRlLossPresets,
  arealLossPresets,
  easyr1LossPresets,
  rollLossPresets,
  agentLightningLossPresets,
  msSwiftLossPresets,
  openrlhfLossPresets,
  slimeLossPresets,
];

/**
 * Names of all loss presets, framework by framework, as `getLoss` and `describeLoss` take them.
 *
 * @param framework - only those of one; none for a framework that is not known
 * @example
 * listLossPresets('trl').includes('trl/dapo'); // true
 */
export function listLossPresets(framework?: string): string[] {
  return lossPresetTables
    .filter((table) => framework === undefined || table.framework === framework)
    .flatMap((table) => Object.keys(table.presets).map((name) => `${table.framework}/${name}`));
}

/** The preset of a full name; it cannot be changed. */
export function lossPreset(name: unknown): LossPreset | undefined {
  if (typeof name !== 'string') return undefined;
  const [framework, ...rest] = name.split('/');
  const table = lossPresetTables.find((one) => one.framework === framework);
  const own = rest.join('/');
  const found = table && Object.hasOwn(table.presets, own) ? table.presets[own] : undefined;
  return found && freezeDeep(found);
}
