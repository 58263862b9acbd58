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
  let longest = 0;
  for (let g = 1; g < offsets.length; g++)
    longest = Math.max(longest, (offsets[g] as number) - (offsets[g - 1] as number));
  const sorted = new Float64Array(longest);
  const places = new Uint32Array(longest);
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const n = (offsets[g] as number) - start;
    if (n === 0) continue;
    sort(values, start, n, sorted, places);
    addCredits(sorted, places, start, n, Math.max(1, Math.min(k, n)), out);
  }
}

/** @param places - where each of `sorted` stands in the group */
function addCredits(
  sorted: Float64Array,
  places: Uint32Array,
  start: number,
  n: number,
  k: number,
  out: Float64Array,
): void {
  // C(j, k − 1) / C(n, k): subsets whose maximum is at place j.
  let weight = k / n;
  // Σ over places above j of value · C(place − 1, k − 2) / C(n, k): subsets with j whose maximum is above it.
  let above = 0;
  for (let j = n - 1; j >= 0; j--) {
    const value = sorted[j] as number;
    out[start + (places[j] as number)] = (weight === 0 ? 0 : weight * value) + above;
    if (j === 0) break;
    const shared = (weight * (k - 1)) / j;
    if (shared !== 0) above += shared * value;
    weight = (weight * (j - k + 1)) / j;
  }
}

/** Up to so many are sorted by insertion. */
const FEW = 48;

/**
 * Ascending, equal ones as they stand. NaN has no place in an order: it goes last, where it reaches every subset that it
 * is in.
 */
function sort(
  values: Float64Array,
  start: number,
  n: number,
  sorted: Float64Array,
  places: Uint32Array,
): void {
  if (n > FEW) {
    const order = places.subarray(0, n);
    for (let i = 0; i < n; i++) order[i] = i;
    order.sort(
      (a, b) => compare(values[start + a] as number, values[start + b] as number) || a - b,
    );
    for (let i = 0; i < n; i++) sorted[i] = values[start + (order[i] as number)] as number;
    return;
  }
  for (let i = 0; i < n; i++) {
    const value = values[start + i] as number;
    let j = i;
    for (; j > 0 && compare(sorted[j - 1] as number, value) > 0; j--) {
      sorted[j] = sorted[j - 1] as number;
      places[j] = places[j - 1] as number;
    }
    sorted[j] = value;
    places[j] = i;
  }
}

function compare(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  // Equal, or one is NaN.
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}
