import type { SingletonRule } from '../../kernels/scope.ts';
import type { AdvantageSpec, BaselineSpec, ScaleSpec, SingletonSpec } from './advantage-spec.ts';

/** Whether a baseline is a statistic of each group. */
export function isOfGroup(baseline: BaselineSpec): boolean {
  if (baseline.kind === 'mean') return baseline.scope === 'group';
  if (baseline.kind === 'leave-one-out') return baseline.scope !== 'pool';
  return ['length-weighted-mean', 'best-of-rest', 'log-mean-exp'].includes(baseline.kind);
}

/** Whether a scale is a statistic of each group. */
export function scalesGroup(scale: ScaleSpec): boolean {
  return scale.kind === 'mean' || (scale.kind === 'std' && scale.scope !== 'pool');
}

/** Whether the singleton rule has any bearing. */
export function usesGroups({
  baseline,
  scale,
}: Pick<AdvantageSpec, 'baseline' | 'scale'>): boolean {
  return isOfGroup(baseline) || scalesGroup(scale);
}

/** The rule as kernels know it: groups of one that are refused come into none. */
export function kernelRule(singleton: SingletonSpec): SingletonRule {
  if (singleton === 'exclude') return 'zero';
  return singleton === 'refuse' ? 'member' : singleton;
}
