import type { AdvantageSpec, BaselineSpec, StdScale } from './advantage-spec.ts';
import { isOfGroup, scalesGroup, usesGroups } from './group-scope.ts';

const LEFT_OUT = '0, and is in no statistic of the pool';

/**
 * What a group of one gets, in words that follow "a group of one gets".
 *
 * @example
 * describeSingleton(calculateRlooAdvantages.spec()); // 'the reward itself'
 */
export function describeSingleton(spec: AdvantageSpec): string {
  const fate = usesGroups(spec) ? fateOfLone(spec) : fateInPool(spec);
  const whitened = spec.post?.some((step) => step.kind === 'whiten' && step.recentre) ?? false;
  return whitened && fate !== 'an error' && fate !== 'NaN' && fate !== LEFT_OUT
    ? `${fate}, before the pool is whitened`
    : fate;
}

function fateInPool({ baseline, scale }: AdvantageSpec): string {
  if (baseline.kind === 'mean' || baseline.kind === 'leave-one-out') return 'its place in the pool';
  const residual =
    baseline.kind === 'none' ? 'its reward' : `its reward less ${givenFor(baseline)}`;
  return scale.kind === 'none' ? residual : `${residual}, scaled by the pool`;
}

function givenFor({ kind }: BaselineSpec): string {
  return kind === 'tracker' ? 'what its key is remembered by' : 'the baseline given for it';
}

function fateOfLone(spec: AdvantageSpec): string {
  const { baseline, scale, singleton } = spec;
  if (singleton === 'refuse') return 'an error';
  if (singleton === 'zero') return '0';
  if (singleton === 'exclude') return LEFT_OUT;
  const residual = residualOfLone(spec);
  if (residual === 'NaN' || scale.kind === 'none') return residual;
  if (!scalesGroup(scale)) {
    if (residual !== '0') return `${residual}, scaled by the pool`;
    const recentred = scale.kind === 'std' && scale.recentre;
    return recentred ? '0 less the mean of the pool, scaled by it' : '0';
  }
  if (scale.kind !== 'std') {
    if (singleton === 'raw' || residual === '0') return residual;
    return `${residual}, divided by its own`;
  }
  if (singleton === 'raw') return `${residual}, divided by ${stdOfOne(scale)}`;
  return byStdOfNone(residual, scale, isOfGroup(baseline));
}

function residualOfLone({ baseline, singleton }: AdvantageSpec): string {
  if (baseline.kind === 'mean' && baseline.scope === 'pool')
    return 'the reward less the mean of the pool';
  if (baseline.kind === 'none' || singleton === 'raw') return 'the reward itself';
  if (!isOfGroup(baseline)) return `the reward less ${givenFor(baseline)}`;
  return baseline.kind === 'leave-one-out' || baseline.kind === 'best-of-rest' ? 'NaN' : '0';
}

function stdOfOne({ epsilon, epsilonPlace }: StdScale): string {
  if (epsilonPlace === 'floor') return '1';
  return epsilonPlace === 'outside' || epsilon === 0 ? '1 + epsilon' : 'sqrt(1 + epsilon)';
}

function byStdOfNone(residual: string, scale: StdScale, centred: boolean): string {
  const { ddof, scope, tooFew = 'divide', zeroVariance = 'divide' } = scale;
  const none = scope === 'leave-one-out' || ddof > 0;
  const rule = none ? tooFew : zeroVariance;
  if (rule === 'refuse') return 'an error';
  if (rule === 'zero') return '0';
  if (rule === 'keep-centred') return residual;
  if (none) return 'NaN';
  return centred ? '0' : `${residual}, divided by epsilon`;
}
