import { refuse } from '../../errors/refuse.ts';
import type { GroupedRewards } from '../../kernels/grouped-rewards.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { AdvantageSpec } from './advantage-spec.ts';
import { planOf } from './compile-spec.ts';
import { runStages } from './run-stages.ts';
import type { Sample } from './sample.ts';
import type { SpecInputs } from './spec-input.ts';
import { readBaselines, readKl, readLengths } from './spec-inputs.ts';

/**
 * Computes a checked spec. Rewards that nothing changes are returned as they are, not copied.
 *
 * @throws UpperhandError `invalid-argument` for rewards whose memory is gone, for an input that the spec needs and that
 *   is missing or of another length, and for what the spec refuses
 */
export function runSpec(
  spec: AdvantageSpec,
  rewards: GroupedRewards,
  kernels: Kernels,
  inputs: SpecInputs = {},
): GroupedRewards {
  const plan = planOf(spec);
  const { values, offsets } = rewards;
  const count = offsets[offsets.length - 1] as number;
  if (values.length !== count)
    refuse(
      'rewards',
      `the ${count} values that were grouped (was their buffer transferred?)`,
      values,
    );
  const sample: Sample = {
    values,
    offsets,
    lengths: readLengths(plan.needs, inputs, count),
    kl: readKl(plan.needs, inputs, count),
    baselines: readBaselines(plan.needs, inputs, count),
  };
  const out = plan.direct
    ? plan.estimate(sample, kernels)
    : runStages(spec, plan, sample, kernels, inputs);
  return out === values ? rewards : rewards.withValues(out);
}
