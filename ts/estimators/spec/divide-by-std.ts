import { refuse } from '../../errors/refuse.ts';
import { leaveOneOutSquares } from '../../kernels/js/leave-one-out-squares.ts';
import { divisor, mean, varianceOf } from '../../kernels/js/moments.ts';
import { sumOfSquares } from '../../kernels/js/pairwise-sum.ts';
import { poolMoments } from '../../kernels/js/pool-moments.ts';
import type { SingletonRule } from '../../kernels/scope.ts';
import type { StdScale, StdSpec } from './advantage-spec.ts';
import type { Sample } from './sample.ts';
import { checkLengths } from './spec-inputs.ts';

/** Divides residuals in place by the std of all groups together, with all that may come in place of a division. */
export function divideByPoolStd(
  std: StdSpec & { readonly recentre?: boolean },
  source: Float64Array,
  lengths: Float64Array | null,
  out: Float64Array,
): void {
  const { about = 'mean', recentre = false, countEpsilon = 0 } = std;
  const n = source.length;
  if (n === 0) return;
  const weights = std.weighting === 'token' ? lengths : null;
  const moments = poolMoments(source, weights, about, countEpsilon);
  if (moments === null) {
    checkLengths(weights);
    return;
  }
  const { total, squares } = moments;
  const equal = mayBeZero(std) && allEqual(source, 0, n, about === 'zero' ? 0 : null, weights);
  const by = rootOf(std, squares, total, equal);
  if (!recentre || by === 'zero') {
    divide(out, 0, n, by);
    return;
  }
  const isCentre = source === out && about === 'mean';
  const own = isCentre ? moments : poolMoments(out, weights, 'mean', countEpsilon);
  const shift = own?.centre ?? Number.NaN;
  const root = by === 'keep' ? 1 : by;
  for (let i = 0; i < n; i++) out[i] = ((out[i] as number) - shift) / root;
}

/** Divides residuals in place, each group by its std. */
export function divideByGroupStd(
  scale: StdScale,
  source: Float64Array,
  { offsets }: Sample,
  singleton: SingletonRule,
  out: Float64Array,
): void {
  const { about = 'mean', epsilon, epsilonPlace } = scale;
  const checked = mayBeZero(scale);
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    if (start === end) continue;
    if (end - start === 1 && singleton !== 'member') {
      divide(out, start, end, singleton === 'zero' ? 'zero' : divisor(1, epsilon, epsilonPlace));
      continue;
    }
    const centre = about === 'zero' ? 0 : mean(source, start, end);
    const squares = sumOfSquares(source, start, end, centre);
    const equal = checked && allEqual(source, start, end, about === 'zero' ? 0 : null, null);
    divide(out, start, end, rootOf(scale, squares, end - start, equal));
  }
}

/** Divides residuals in place, each by the std of the others of its group. */
export function divideByStdOfOthers(
  scale: StdScale,
  { values, offsets }: Sample,
  singleton: SingletonRule,
  out: Float64Array,
): void {
  const { ddof, epsilon, epsilonPlace, zeroVariance = 'divide', zeroUpTo = 0 } = scale;
  const checked = mayBeZero(scale);
  const squares = new Float64Array(values.length);
  const scratch = new Float64Array(values.length);
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    if (end - start === 1 && singleton !== 'member') {
      divide(out, start, end, singleton === 'zero' ? 'zero' : divisor(1, epsilon, epsilonPlace));
      continue;
    }
    const others = end - start - 1;
    leaveOneOutSquares(values, start, end, squares, scratch);
    if (others <= ddof) {
      for (let i = start; i < end; i++) {
        const of = squares[i] as number;
        divide(out, i, i + 1, rootOf(scale, of, others, of === 0));
      }
      continue;
    }
    for (let i = start; i < end; i++) {
      const of = squares[i] as number;
      const variance = of / (others - ddof);
      if (checked && (of === 0 || Math.sqrt(variance) <= zeroUpTo)) {
        if (zeroVariance === 'zero') out[i] = 0;
      } else {
        out[i] = (out[i] as number) / divisor(variance, epsilon, epsilonPlace);
      }
    }
  }
}

/** What to divide by, or what to do instead. */
type By = number | 'keep' | 'zero';

function rootOf(std: StdSpec, squares: number, count: number, equal: boolean): By {
  const { ddof, epsilon, epsilonPlace, countEpsilon = 0 } = std;
  const { zeroVariance = 'divide', zeroUpTo = 0, tooFew = 'divide' } = std;
  if (count <= ddof && tooFew !== 'divide') {
    if (tooFew === 'refuse') refuse('rewards', `more than ${ddof} for a std`, count);
    return tooFew === 'zero' ? 'zero' : 'keep';
  }
  const variance = varianceOf(squares, count, ddof, countEpsilon);
  if (zeroVariance !== 'divide' && (equal || Math.sqrt(variance) <= zeroUpTo))
    return zeroVariance === 'zero' ? 'zero' : 'keep';
  return divisor(variance, epsilon, epsilonPlace);
}

function mayBeZero({ zeroVariance = 'divide' }: StdSpec): boolean {
  return zeroVariance !== 'divide';
}

// A mean of equal numbers can be a bit beside them, and the std then is not 0.
export function allEqual(
  a: Float64Array,
  start: number,
  end: number,
  to: number | null,
  weights: Float64Array | null,
): boolean {
  let first = to;
  for (let i = start; i < end; i++) {
    if (weights && weights[i] === 0) continue;
    first ??= a[i] as number;
    if (a[i] !== first) return false;
  }
  return true;
}

function divide(out: Float64Array, start: number, end: number, by: By): void {
  if (by === 'keep') return;
  if (by === 'zero') out.fill(0, start, end);
  else for (let i = start; i < end; i++) out[i] = (out[i] as number) / by;
}
