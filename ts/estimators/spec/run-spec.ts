import { refuse } from '../../errors/refuse.ts';
import type { GroupedRewards } from '../../kernels/grouped-rewards.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { AdvantageSpec } from './advantage-spec.ts';

/**
 * Computes a checked spec in one kernel call. Rewards without baseline and scale are returned as they are, not copied.
 *
 * @throws UpperhandError `invalid-argument` for rewards whose memory is gone
 */
export function runSpec(
  spec: AdvantageSpec,
  rewards: GroupedRewards,
  kernels: Kernels,
): GroupedRewards {
  const { baseline, scale, singleton } = spec;
  if (baseline.kind === 'none' && scale.kind === 'none') return rewards;
  const { values, offsets } = rewards;
  const count = offsets[offsets.length - 1] as number;
  if (values.length !== count)
    refuse(
      'rewards',
      `the ${count} values that were grouped (was their buffer transferred?)`,
      values,
    );
  const out = new Float64Array(values.length);
  if (baseline.kind === 'leave-one-out') {
    kernels.leaveOneOut(values, offsets, { singleton }, out);
  } else if (scale.kind === 'std') {
    const { scope, of, ddof, epsilon, epsilonPlace } = scale;
    const subtracted = baseline.kind === 'none' ? 'none' : baseline.scope;
    const options = {
      baseline: subtracted,
      scale: scope,
      scaleOf: of,
      ddof,
      epsilon,
      epsilonPlace,
      singleton,
    } as const;
    kernels.standardize(values, offsets, options, out);
  } else if (baseline.kind === 'mean') {
    kernels.center(values, offsets, { baseline: baseline.scope, singleton }, out);
  }
  return rewards.withValues(out);
}
