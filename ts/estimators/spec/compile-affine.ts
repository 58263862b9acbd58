import { mean } from '../../kernels/js/moments.ts';
import type { EpsilonPlace, Kernels, StandardizeOptions } from '../../kernels/kernels.ts';
import type { Scope, SingletonRule } from '../../kernels/scope.ts';
import type { AdvantageSpec, BaselineSpec, ScaleSpec, StdScale } from './advantage-spec.ts';
import { divideByGroupStd, divideByPoolStd, divideByStdOfOthers } from './divide-by-std.ts';
import { isOfGroup, kernelRule } from './group-scope.ts';
import { hasExceptions, mayLackStd, mendGroupsWithoutStd } from './groups-without-std.ts';
import { subtractBaseline } from './residuals.ts';
import type { Estimate, Sample } from './sample.ts';
import { onlyDivides, poolOptions, runScaleByPool, scaleByPool } from './scale-by-pool.ts';

/** (values − baseline) / scale: one kernel call where there is one, two where they suffice, else loops of JavaScript. */
export function compileAffine(
  spec: Pick<AdvantageSpec, 'baseline' | 'scale' | 'singleton'>,
): Estimate {
  const { baseline } = spec;
  const scale = aboutTheMean(baseline, spec.scale);
  const singleton = kernelRule(spec.singleton);
  if (scale.kind === 'none') {
    if (baseline.kind === 'none') return ({ values }) => values;
    return (sample, kernels) => {
      const out = new Float64Array(sample.values.length);
      subtractBaseline(baseline, singleton, sample, kernels, out);
      return out;
    };
  }
  if ((baseline.kind === 'none' || baseline.kind === 'mean') && isPlain(scale))
    return standardizing(baseline, scale, singleton);
  const loops = inLoops(baseline, scale, singleton);
  if (scale.kind !== 'std' || scale.scope !== 'pool') return loops;
  if (hasFewRuleOnly(scale)) {
    // Mostly there are enough, and nothing but a division is asked for.
    const enough = compileAffine({ ...spec, scale: { ...scale, tooFew: 'divide' } });
    return (sample, kernels) =>
      (sample.values.length > scale.ddof ? enough : loops)(sample, kernels);
  }
  if (baseline.kind === 'none' || (baseline.kind === 'mean' && scale.of === 'residuals'))
    return scalingByPool(baseline, scale, singleton, loops);
  return loops;
}

/** In one kernel call, where nothing but a division can come of it. */
function scalingByPool(
  baseline: Extract<BaselineSpec, { kind: 'none' | 'mean' }>,
  scale: StdScale,
  singleton: SingletonRule,
  loops: Estimate,
): Estimate {
  const subtracted = baseline.kind === 'none' ? 'none' : baseline.scope;
  const options = poolOptions(scale, subtracted, singleton);
  const zeroLone = singleton === 'zero' && isOfGroup(baseline);
  return (sample, kernels) => {
    const count = sample.values.length;
    if (!onlyDivides(scale, sample.lengths, count)) return loops(sample, kernels);
    const out = new Float64Array(count);
    runScaleByPool(sample, scale, options, kernels, out);
    if (zeroLone) zeroGroupsOfOne(sample.offsets, out);
    return out;
  };
}

function inLoops(
  baseline: BaselineSpec,
  scale: Exclude<ScaleSpec, { kind: 'none' }>,
  singleton: SingletonRule,
): Estimate {
  if (scale.kind === 'mean' && baseline.kind === 'mean' && baseline.scope === 'group') {
    const { epsilon, nonPositive = 'divide' } = scale;
    const options = { epsilon, nonPositive, singleton };
    return ({ values, offsets }, kernels) => {
      const out = new Float64Array(values.length);
      kernels.compareWithMean(values, offsets, options, out);
      return out;
    };
  }
  const zeroLone = singleton === 'zero' && isOfGroup(baseline);
  const divide = dividerOf(scale, singleton);
  return (sample, kernels) => {
    const out = new Float64Array(sample.values.length);
    subtractBaseline(baseline, singleton, sample, kernels, out);
    divide(sample, kernels, out);
    if (zeroLone) zeroGroupsOfOne(sample.offsets, out);
    return out;
  };
}

/** Squares of what a mean leaves about 0 are those of the values about that mean, to the last bit. */
function aboutTheMean(baseline: BaselineSpec, scale: ScaleSpec): ScaleSpec {
  if (scale.kind !== 'std' || scale.about !== 'zero' || scale.of !== 'residuals') return scale;
  const { scope, zeroVariance = 'divide', weighting = 'trajectory', countEpsilon = 0 } = scale;
  // Residuals of equal values can be a bit beside 0, where equal values are to be told.
  if (zeroVariance !== 'divide' || weighting !== 'trajectory' || countEpsilon !== 0) return scale;
  if (baseline.kind !== 'mean' || baseline.scope !== scope) return scale;
  return { ...scale, about: 'mean', of: 'values' };
}

/** Whether all that is special of a pool is what it is to give where there are too few. */
function hasFewRuleOnly(scale: StdScale): boolean {
  const { zeroVariance = 'divide', tooFew = 'divide', weighting = 'trajectory' } = scale;
  return weighting === 'trajectory' && zeroVariance === 'divide' && tooFew !== 'divide';
}

/** Scales that the `standardize` kernel knows. */
type PlainStd = StdScale & { readonly scope: Scope; readonly epsilonPlace: EpsilonPlace };

function isPlain(scale: ScaleSpec): scale is PlainStd {
  if (scale.kind !== 'std' || scale.recentre) return false;
  const { weighting = 'trajectory', about = 'mean', countEpsilon = 0, zeroUpTo = 0 } = scale;
  return (
    scale.scope !== 'leave-one-out' &&
    scale.epsilonPlace !== 'floor' &&
    weighting === 'trajectory' &&
    about === 'mean' &&
    countEpsilon === 0 &&
    (zeroUpTo === 0 || scale.of === 'values') &&
    (scale.scope === 'group' || !hasExceptions(scale))
  );
}

function standardizing(
  baseline: Extract<BaselineSpec, { kind: 'none' | 'mean' }>,
  scale: PlainStd,
  singleton: SingletonRule,
): Estimate {
  const subtracted = baseline.kind === 'none' ? 'none' : baseline.scope;
  const options = standardizeOptions(subtracted, scale, singleton);
  const exceptions = mayLackStd(scale, singleton);
  return (sample, kernels) => {
    const out = new Float64Array(sample.values.length);
    kernels.standardize(sample.values, sample.offsets, options, out);
    if (exceptions) mendGroupsWithoutStd(baseline, scale, singleton, sample, kernels, out);
    return out;
  };
}

function standardizeOptions(
  baseline: Scope | 'none',
  { scope, of, ddof, epsilon, epsilonPlace }: PlainStd,
  singleton: SingletonRule,
): StandardizeOptions {
  return { baseline, scale: scope, scaleOf: of, ddof, epsilon, epsilonPlace, singleton };
}

type Divide = (sample: Sample, kernels: Kernels, out: Float64Array) => void;

function dividerOf(scale: Exclude<ScaleSpec, { kind: 'none' }>, singleton: SingletonRule): Divide {
  if (scale.kind === 'mean') return (sample, _, out) => divideByMean(scale, sample, singleton, out);
  if (scale.kind === 'nonzero-share') return ({ values }, _, out) => divideByShare(values, out);
  const { scope, of } = scale;
  if (scope === 'leave-one-out')
    return (sample, _, out) => divideByStdOfOthers(scale, sample, singleton, out);
  if (isPlain(scale) && of === 'residuals' && !hasExceptions(scale)) {
    const options = standardizeOptions('none', { ...scale, of: 'values' }, singleton);
    return ({ offsets }, kernels, out) => kernels.standardize(out, offsets, options, out);
  }
  if (scope === 'pool' && of === 'residuals')
    return ({ lengths }, kernels, out) => scaleByPool(scale, lengths, kernels, out);
  return (sample, _, out) => {
    if (scope === 'pool') divideByPoolStd(scale, sample.values, sample.lengths, out);
    else divideByGroupStd(scale, of === 'values' ? sample.values : out, sample, singleton, out);
  };
}

function divideByMean(
  { epsilon, nonPositive = 'divide' }: Extract<ScaleSpec, { kind: 'mean' }>,
  { values, offsets }: Sample,
  singleton: SingletonRule,
  out: Float64Array,
): void {
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    if (end - start === 1 && singleton !== 'member') {
      if (singleton === 'zero') out[start] = 0;
      continue;
    }
    const average = mean(values, start, end);
    const by = average + epsilon;
    if (nonPositive === 'zero' && average <= 0) out.fill(0, start, end);
    else for (let i = start; i < end; i++) out[i] = (out[i] as number) / by;
  }
}

function divideByShare(values: Float64Array, out: Float64Array): void {
  const { length } = values;
  const last = length - 3;
  let zeros = 0;
  let i = 0;
  // Added, not branched on: which of 0 and 1 a reward is cannot be foretold.
  for (; i < last; i += 4) {
    zeros +=
      Number(values[i] === 0) +
      Number(values[i + 1] === 0) +
      Number(values[i + 2] === 0) +
      Number(values[i + 3] === 0);
  }
  for (; i < length; i++) if (values[i] === 0) zeros++;
  const factor = length / Math.max(length - zeros, 1);
  for (i = 0; i < last; i += 4) {
    out[i] = (out[i] as number) * factor;
    out[i + 1] = (out[i + 1] as number) * factor;
    out[i + 2] = (out[i + 2] as number) * factor;
    out[i + 3] = (out[i + 3] as number) * factor;
  }
  for (; i < length; i++) out[i] = (out[i] as number) * factor;
}

function zeroGroupsOfOne(offsets: Uint32Array, out: Float64Array): void {
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    if ((offsets[g] as number) - start === 1) out[start] = 0;
  }
}
