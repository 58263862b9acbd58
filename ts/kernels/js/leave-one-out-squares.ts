import { mean as meanOf } from './moments.ts';
import { sumOfSquares } from './pairwise-sum.ts';

/** What is left of a total has lost this share of its digits at most. */
const LEAST_SHARE = 1e-3;

/**
 * For each of `values[start..end)`, the sum of squares of the others about their mean. Others that are all equal give
 * exactly 0.
 *
 * @param out - written from `start` to `end`, as `scratch` is; neither is `values`
 */
export function leaveOneOutSquares(
  values: Float64Array,
  start: number,
  end: number,
  out: Float64Array,
  scratch: Float64Array,
): void {
  if (!takeAway(values, start, end, out)) mergeSides(values, start, end, out, scratch);
}

/** What is left of the group's squares without each one's share; false where that is too little to be told well. */
function takeAway(values: Float64Array, start: number, end: number, out: Float64Array): boolean {
  const n = end - start;
  const mean = meanOf(values, start, end);
  const total = sumOfSquares(values, start, end, mean);
  const share = n / (n - 1);
  const least = LEAST_SHARE * total;
  let enough = true;
  for (let i = start; i < end; i++) {
    const d = (values[i] as number) - mean;
    const squares = total - share * d * d;
    out[i] = squares;
    // False for NaN, too.
    if (!(squares >= least)) enough = false;
  }
  return enough && total > 0;
}

/** Running moments from the left merged with those from the right, so that nothing is taken away from a total. */
function mergeSides(
  values: Float64Array,
  start: number,
  end: number,
  out: Float64Array,
  scratch: Float64Array,
): void {
  const n = end - start;
  // value − value is 0, or NaN where the value is no number. From the right: out and scratch describe what comes after i.
  let mean = 0;
  let squares = 0;
  for (let i = n - 1; i >= 0; i--) {
    scratch[start + i] = mean;
    out[start + i] = squares;
    const value = values[start + i] as number;
    const d = value - mean;
    const count = n - i;
    mean = count === 1 ? value : mean + d / count;
    squares = count === 1 ? value - value : squares + d * (value - mean);
  }
  mean = 0;
  squares = 0;
  for (let i = 0; i < n; i++) {
    const after = n - 1 - i;
    const squaresAfter = out[start + i] as number;
    if (i > 0 && after > 0) {
      const d = (scratch[start + i] as number) - mean;
      out[start + i] = squares + squaresAfter + (d * d * i * after) / (n - 1);
    } else if (i > 0) {
      out[start + i] = squares;
    }
    const value = values[start + i] as number;
    const d = value - mean;
    mean = i === 0 ? value : mean + d / (i + 1);
    squares = i === 0 ? value - value : squares + d * (value - mean);
  }
}
