import type { EstimatorOptions } from '../../../ts/estimators/adv-estimator.ts';
import { defineEstimator } from '../../../ts/estimators/define-estimator.ts';
import type { FrameworkPresets, Preset } from '../../../ts/estimators/presets/preset.ts';
import type { AdvantageSpec } from '../../../ts/estimators/spec/advantage-spec.ts';
import type { TokenSpec } from '../../../ts/estimators/token/token-spec.ts';
import type { GroupedRewards } from '../../../ts/kernels/grouped-rewards.ts';

/** The spec of a preset or, with `variant`, of that variant; they have to be there. */
function find(
  { framework, presets }: FrameworkPresets,
  name: string,
  variant: string | undefined,
): Preset['spec'] {
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
  const spec = variant === undefined ? preset?.spec : preset?.variants?.[variant];
  if (spec === undefined)
    throw new Error(`there is no preset ${framework}/${name}${variant ? ` (${variant})` : ''}`);
  return spec;
}

export function advantageSpec(
  presets: FrameworkPresets,
  name: string,
  variant?: string,
): AdvantageSpec {
  const spec = find(presets, name, variant);
  if ('level' in spec) throw new Error(`${name} is not one number a trajectory`);
  return spec;
}

export function tokenSpec(presets: FrameworkPresets, name: string, variant?: string): TokenSpec {
  const spec = find(presets, name, variant);
  if (!('level' in spec) || spec.level !== 'token')
    throw new Error(`${name} is not one number a token`);
  return spec;
}

/** Runs a spec; flat, as the rewards. */
export function estimate(
  spec: AdvantageSpec,
  rewards: GroupedRewards,
  inputs: EstimatorOptions = {},
): Float64Array {
  const estimator = defineEstimator({ title: 'of a record', source: 'of a record', spec });
  return estimator(rewards, inputs).advantages.values;
}
