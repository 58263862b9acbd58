import type { Kernels } from '../../kernels/kernels.ts';
import type { ScaleByPoolOptions } from '../../kernels/scale-kernels.ts';
import type { StdSpec } from './advantage-spec.ts';
import { divideByPoolStd } from './divide-by-std.ts';
import { wholeOf } from './residuals.ts';
import type { Sample } from './sample.ts';
import { checkLengths } from './spec-inputs.ts';

export type PoolStd = StdSpec & { readonly recentre?: boolean };

/** Divides residuals in place by the std of all groups together. */
export function scaleByPool(
  std: PoolStd,
  lengths: Float64Array | null,
  kernels: Kernels,
  out: Float64Array,
): void {
  if (onlyDivides(std, lengths, out.length)) {
    const options = poolOptions(std, 'none', 'member');
    runScaleByPool({ values: out, offsets: wholeOf(out), lengths }, std, options, kernels, out);
  } else divideByPoolStd(std, out, lengths, out);
}

/** Residuals and their division in one kernel call. */
export function runScaleByPool(
  { values, offsets, lengths }: Pick<Sample, 'values' | 'offsets' | 'lengths'>,
  std: PoolStd,
  options: ScaleByPoolOptions,
  kernels: Kernels,
  out: Float64Array,
): void {
  const weights = weightsOf(std, lengths);
  if (!kernels.scaleByPool(values, weights, offsets, options, out)) checkLengths(weights);
}

/** Whether the kernel has all that is asked for of so many, and nothing but a division can come of it. */
export function onlyDivides(std: PoolStd, lengths: Float64Array | null, count: number): boolean {
  const { about = 'mean', recentre = false, zeroVariance = 'divide', tooFew = 'divide' } = std;
  if (zeroVariance !== 'divide' || (recentre && about === 'zero')) return false;
  if (tooFew === 'divide') return true;
  const weights = weightsOf(std, lengths);
  // Mostly the first tells; what has one that is heavy enough is as heavy itself.
  return weights === null ? count > std.ddof : weights.some((weight) => weight > std.ddof);
}

export function poolOptions(
  { about = 'mean', recentre = false, ddof, epsilon, epsilonPlace, countEpsilon = 0 }: PoolStd,
  baseline: ScaleByPoolOptions['baseline'],
  singleton: ScaleByPoolOptions['singleton'],
): ScaleByPoolOptions {
  const mean = recentre ? 'subtract' : about === 'zero' ? 'zero' : 'keep';
  return { baseline, singleton, mean, ddof, epsilon, epsilonPlace, countEpsilon };
}

function weightsOf({ weighting }: StdSpec, lengths: Float64Array | null): Float64Array | null {
  return weighting === 'token' ? lengths : null;
}
