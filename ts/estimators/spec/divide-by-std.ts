import { refuse } from '../../errors/refuse.ts';
import { leaveOneOutSquares } from '../../kernels/js/leave-one-out-squares.ts';
import { divisor, mean } from '../../kernels/js/moments.ts';
import { sum, sumOfSquares } from '../../kernels/js/pairwise-sum.ts';
import { weightedMoments } from '../../kernels/js/weighted-moments.ts';
import type { SingletonRule } from '../../kernels/kernels.ts';
import type { StdScale, StdSpec } from './advantage-spec.ts';
import type { Sample } from './sample.ts';

/** Divides residuals in place by the std of all groups together. */
export function divideByPoolStd(
  std: StdSpec & { readonly recentre?: boolean },
  source: Float64Array,
  lengths: Float64Array | null,
  out: Float64Array,
): void {
  const { weighting, about = 'mean', countEpsilon = 0, recentre = false } = std;
  const n = source.length;
  if (n === 0) return;
  const weights = weighting === 'token' ? (lengths as Float64Array) : null;
  const meanOf = (a: Float64Array): number =>
    weights ? weightedMoments(a, weights, countEpsilon).mean : sum(a, 0, n) / (n + countEpsilon);
  const centre = about === 'zero' ? 0 : meanOf(source);
  const moments = weights
    ? weightedMoments(source, weights, countEpsilon, centre)
    : { total: n, squares: sumOfSquares(source, 0, n, centre) };
  const equal = allEqual(source, 0, n, about === 'zero' ? 0 : null, weights);
  const by = rootOf(std, moments.squares, moments.total, equal);
  if (recentre) {
    const shift = source === out && about === 'mean' ? centre : meanOf(out);
    for (let i = 0; i < n; i++) out[i] = (out[i] as number) - shift;
  }
  divide(out, 0, n, by);
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
    const equal = allEqual(source, start, end, about === 'zero' ? 0 : null, null);
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
  const { epsilon, epsilonPlace } = scale;
  const squares = new Float64Array(values.length);
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    if (end - start === 1 && singleton !== 'member') {
      divide(out, start, end, singleton === 'zero' ? 'zero' : divisor(1, epsilon, epsilonPlace));
      continue;
    }
    leaveOneOutSquares(values, start, end, squares);
    for (let i = start; i < end; i++) {
      const of = squares[i] as number;
      divide(out, i, i + 1, rootOf(scale, of, end - start - 1, of === 0));
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
  const variance =
    countEpsilon === 0
      ? squares / Math.max(count - ddof, 0)
      : (squares / (count + countEpsilon)) * (count / Math.max(count - ddof, 0));
  if (zeroVariance !== 'divide' && (equal || Math.sqrt(variance) <= zeroUpTo))
    return zeroVariance === 'zero' ? 'zero' : 'keep';
  return divisor(variance, epsilon, epsilonPlace);
}

// A mean of equal numbers can be a bit beside them, and the std then is not 0.
function allEqual(
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
