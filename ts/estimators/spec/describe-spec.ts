import type { AdvantageSpec, ScaleSpec } from './advantage-spec.ts';

/**
 * A spec as a formula: r is a reward, n the size of its group, `pool` all groups of the role.
 *
 * @example
 * describeSpec(calculateGrpoAdvantages.spec()); // '(r − mean(group)) / (std(group) + 1e-6)'
 */
export function describeSpec({ baseline, scale }: AdvantageSpec): string {
  if (baseline.kind === 'leave-one-out') return 'n/(n−1) · (r − mean(group))';
  const residual =
    baseline.kind === 'none'
      ? 'r'
      : `r − ${baseline.kind === 'mean' ? `mean(${baseline.scope})` : baseline.kind}`;
  if (scale.kind === 'none') return residual;
  if (scale.kind !== 'std') return `(${residual}) / ${scale.kind}`;
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
  const centredInGroup = baseline.kind === 'mean' && baseline.scope === 'group';
  const scaledByGroup = scale.kind === 'std' && scale.scope === 'group';
  if (!centredInGroup && !scaledByGroup && baseline.kind !== 'leave-one-out') {
    if (baseline.kind === 'mean') return 'its place in the pool';
    return scale.kind === 'none' ? 'its reward' : 'its reward, scaled by the pool';
  }
  if (singleton === 'zero') return '0';
  if (singleton === 'member' && centredInGroup && !(scaledByGroup && scale.ddof > 0)) return '0';
  if (singleton === 'member' && (baseline.kind === 'leave-one-out' || centredInGroup)) return 'NaN';
  const residual =
    baseline.kind === 'mean' && baseline.scope === 'pool'
      ? 'the reward less the mean of the pool'
      : 'the reward itself';
  if (scale.kind === 'none') return residual;
  if (!scaledByGroup) return `${residual}, scaled by the pool`;
  if (singleton === 'raw') return `${residual}, divided by 1 + epsilon`;
  return scale.ddof > 0 ? 'NaN' : `${residual}, divided by epsilon`;
}
