import type { AdvantageSpec, ScaleSpec } from './advantage-spec.ts';

/**
 * A spec as a formula: r is a reward, n the size of its group, `pool` all groups of the role.
 *
 * @example
 * describeSpec(calculateGrpoAdvantages.spec()); // '(r − mean(group)) / (std(group) + 1e-6)'
 */
export function describeSpec({ baseline, scale }: AdvantageSpec): string {
  if (baseline.kind === 'leave-one-out') return 'n/(n−1) · (r − mean(group))';
  const residual = baseline.kind === 'none' ? 'r' : `r − mean(${baseline.scope})`;
  if (scale.kind === 'none') return residual;
  const numerator = baseline.kind === 'none' ? residual : `(${residual})`;
  return `${numerator} / ${describeDivisor(scale)}`;
}

function describeDivisor(scale: Extract<ScaleSpec, { kind: 'std' }>): string {
  const sample = scale.ddof === 0 ? '' : `, ddof=${scale.ddof}`;
  const of = scale.of === 'values' ? scale.scope : `residuals of ${scale.scope}`;
  const epsilon = scale.epsilon.toExponential().replace('e+', 'e');
  return scale.epsilonPlace === 'outside'
    ? `(std(${of}${sample}) + ${epsilon})`
    : `sqrt(var(${of}${sample}) + ${epsilon})`;
}

/** What a group of one gets, in words that follow "a group of one gets". */
export function describeSingleton({ baseline, scale, singleton }: AdvantageSpec): string {
  const usesGroup =
    baseline.kind === 'leave-one-out' ||
    (baseline.kind === 'mean' && baseline.scope === 'group') ||
    (scale.kind === 'std' && scale.scope === 'group');
  if (!usesGroup) return baseline.kind === 'none' ? 'its reward' : 'its place in the pool';
  if (singleton === 'zero') return '0';
  if (singleton === 'member') return baseline.kind === 'leave-one-out' ? 'NaN' : '0';
  if (scale.kind === 'none') return 'the reward itself';
  return scale.scope === 'group'
    ? 'the reward itself, divided by 1 + epsilon'
    : 'the reward itself, scaled by the pool';
}
