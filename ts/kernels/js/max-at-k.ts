/**
 * out[i] = the share of value i in the expected maximum of k values drawn from its group without replacement: the sum of
 * the maxima of all k-subsets that hold i, over the number of k-subsets. k is held within 1 and the size of the group.
 *
 * With values ascending, place j (from 0) is the maximum of C(j, k − 1) subsets. Weights are ratios of binomials, each
 * made of the next, so that none overflows.
 *
 * @param out - may be `values`
 */
export function maxAtK(
  values: Float64Array,
  offsets: Uint32Array,
  k: number,
  out: Float64Array,
): void {
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    if (start < end) creditsOf(values, start, end, Math.max(1, Math.min(k, end - start)), out);
  }
}

function creditsOf(
  values: Float64Array,
  start: number,
  end: number,
  k: number,
  out: Float64Array,
): void {
  const n = end - start;
  const sorted = values.slice(start, end);
  const places = Array.from(sorted, (_, i) => i);
  // NaN has no place in an order: it goes last, where it reaches every subset that it is in.
  places.sort((a, b) => compare(sorted[a] as number, sorted[b] as number));
  // C(j, k − 1) / C(n, k): subsets whose maximum is at place j.
  let weight = k / n;
  // Σ over places above j of value · C(place − 1, k − 2) / C(n, k): subsets with j whose maximum is above it.
  let above = 0;
  for (let j = n - 1; j >= 0; j--) {
    const place = places[j] as number;
    const value = sorted[place] as number;
    out[start + place] = (weight === 0 ? 0 : weight * value) + above;
    if (j === 0) break;
    const shared = (weight * (k - 1)) / j;
    if (shared !== 0) above += shared * value;
    weight = (weight * (j - k + 1)) / j;
  }
}

function compare(a: number, b: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  return Number.isNaN(b) ? -1 : a - b;
}
