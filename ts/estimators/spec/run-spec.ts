import { refuse } from '../../errors/refuse.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { GroupedRewards } from '../../kernels/grouped-rewards.ts';
import type { EpsilonPlace, Kernels, Scope, StandardizeOptions } from '../../kernels/kernels.ts';
import type { AdvantageSpec, ScaleSpec } from './advantage-spec.ts';

type StdScale = Extract<ScaleSpec, { kind: 'std' }> & { scope: Scope; epsilonPlace: EpsilonPlace };

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
  if (
    singleton === 'refuse' ||
    (scale.kind === 'std' && (scale.scope === 'leave-one-out' || scale.epsilonPlace === 'floor')) ||
    (scale.kind !== 'std' && scale.kind !== 'none') ||
    (baseline.kind !== 'none' && baseline.kind !== 'mean' && baseline.kind !== 'leave-one-out')
  )
    throw new UpperhandError('not-implemented', 'no kernel call computes this spec');
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
    const { scope, of, ddof, epsilon, epsilonPlace } = scale as StdScale;
    const subtracted = baseline.kind === 'none' ? 'none' : baseline.scope;
    const options: StandardizeOptions = {
      baseline: subtracted,
      scale: scope,
      scaleOf: of,
      ddof,
      epsilon,
      epsilonPlace,
      singleton,
    };
    kernels.standardize(values, offsets, options, out);
  } else if (baseline.kind === 'mean') {
    kernels.center(values, offsets, { baseline: baseline.scope, singleton }, out);
  }
  return rewards.withValues(out);
}
