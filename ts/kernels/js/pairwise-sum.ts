/**
 * Sums in NumPy's order, so that every total has NumPy's bits (float64, NumPy ≥ 2.3). Adding is not associative;
 * the order is part of what a kernel promises:
 *
 *     pairwise(a[0..n)):
 *       n < 8     left to right
 *       n ≤ 128   eight accumulators r0..r7, the j-th adding a[j], a[8+j], a[16+j], … over the whole blocks of 8;
 *                 then ((r0+r1)+(r2+r3)) + ((r4+r5)+(r6+r7)); then the n mod 8 values that are left, one by one
 *       n > 128   pairwise(first h) + pairwise(the rest), with h = floor(n/2) lowered to a multiple of 8
 *
 *     sum(a) = 0 + pairwise(a)        so a sum of nothing, or of −0 only, is +0
 *     sum of squares about m = the same over (x − m)², each square rounded before it is added
 *
 * Splitting keeps the rounding error near log n instead of n; eight accumulators are what SIMD units add at once.
 * A tree of the same shape is written once more in Rust.
 */

const BLOCK = 8;
const LEAF = 128;

/** Sum of `a[start..end)`. */
export function sum(a: Float64Array, start: number, end: number): number {
  return 0 + (end - start > LEAF ? tree(a, start, end) : leaf(a, start, end));
}

/** Sum of (x − mean)² over `a[start..end)`. */
export function sumOfSquares(a: Float64Array, start: number, end: number, mean: number): number {
  return (
    0 +
    (end - start > LEAF ? treeOfSquares(a, start, end, mean) : leafOfSquares(a, start, end, mean))
  );
}

function tree(a: Float64Array, start: number, end: number): number {
  if (end - start <= LEAF) return leaf(a, start, end);
  const middle = start + firstHalf(end - start);
  return tree(a, start, middle) + tree(a, middle, end);
}

// Small enough for a compiler to lay out at the place of call: a call hands numbers over through the heap.
function leaf(a: Float64Array, start: number, end: number): number {
  let i = start;
  let total = 0;
  const lastBlock = end - BLOCK;
  if (i <= lastBlock) {
    // −0 + x is x, whatever x: the first block needs no lines of its own.
    let r0 = -0;
    let r1 = -0;
    let r2 = -0;
    let r3 = -0;
    let r4 = -0;
    let r5 = -0;
    let r6 = -0;
    let r7 = -0;
    for (; i <= lastBlock; i += BLOCK) {
      r0 += a[i] as number;
      r1 += a[i + 1] as number;
      r2 += a[i + 2] as number;
      r3 += a[i + 3] as number;
      r4 += a[i + 4] as number;
      r5 += a[i + 5] as number;
      r6 += a[i + 6] as number;
      r7 += a[i + 7] as number;
    }
    total = r0 + r1 + (r2 + r3) + (r4 + r5 + (r6 + r7));
  }
  for (; i < end; i++) total += a[i] as number;
  return total;
}

// Twins of the above: passing the term as a function would cost a call for each element.
function treeOfSquares(a: Float64Array, start: number, end: number, mean: number): number {
  if (end - start <= LEAF) return leafOfSquares(a, start, end, mean);
  const middle = start + firstHalf(end - start);
  return treeOfSquares(a, start, middle, mean) + treeOfSquares(a, middle, end, mean);
}

function leafOfSquares(a: Float64Array, start: number, end: number, mean: number): number {
  let i = start;
  let total = 0;
  let d = 0;
  const lastBlock = end - BLOCK;
  if (i <= lastBlock) {
    let r0 = -0;
    let r1 = -0;
    let r2 = -0;
    let r3 = -0;
    let r4 = -0;
    let r5 = -0;
    let r6 = -0;
    let r7 = -0;
    for (; i <= lastBlock; i += BLOCK) {
      d = (a[i] as number) - mean;
      r0 += d * d;
      d = (a[i + 1] as number) - mean;
      r1 += d * d;
      d = (a[i + 2] as number) - mean;
      r2 += d * d;
      d = (a[i + 3] as number) - mean;
      r3 += d * d;
      d = (a[i + 4] as number) - mean;
      r4 += d * d;
      d = (a[i + 5] as number) - mean;
      r5 += d * d;
      d = (a[i + 6] as number) - mean;
      r6 += d * d;
      d = (a[i + 7] as number) - mean;
      r7 += d * d;
    }
    total = r0 + r1 + (r2 + r3) + (r4 + r5 + (r6 + r7));
  }
  for (; i < end; i++) {
    d = (a[i] as number) - mean;
    total += d * d;
  }
  return total;
}

function firstHalf(n: number): number {
  const half = Math.floor(n / 2);
  return half - (half % BLOCK);
}
