import type {
  AdvantagesAndReturns,
  OptimalTokenBaselineOptions,
  WeightedTokens,
} from '../token-kernels.ts';
import { alignCode } from '../token-option-codes.ts';

export function optimalTokenBaseline(
  tokens: WeightedTokens,
  options: OptimalTokenBaselineOptions,
  { advantages, returns }: AdvantagesAndReturns,
): void {
  alignCode(options);
  const { offsets, mask, members, groups } = tokens;
  const lengths = accumulate(tokens, { advantages, returns });
  let longest = 0;
  for (let row = 1; row < offsets.length; row++)
    longest = Math.max(longest, (offsets[row] as number) - (offsets[row - 1] as number));
  const baselines = new Float64Array(longest);
  const weights = new Float64Array(longest);
  const squeezes = options.align === 'trained-token';

  for (let g = 1; g < groups.length; g++) {
    const rows = members.subarray(groups[g - 1], groups[g]);
    const counted = squeezes ? rows.filter((row) => lengths[row] !== 0) : rows;
    const { tail, tailRow } = tailOf(counted, lengths, options.zeroTail);
    baselines.fill(0);
    if (counted.length > 1) {
      weights.fill(0);
      for (const row of rows) {
        const start = offsets[row] as number;
        let place = 0;
        for (let t = start; t < (offsets[row + 1] as number); t++) {
          if (mask !== null && mask[t] === 0) continue;
          const at = squeezes ? place++ : t - start;
          const weight = returns[t] as number;
          baselines[at] = (baselines[at] as number) + (advantages[t] as number) * weight;
          weights[at] = (weights[at] as number) + weight;
        }
      }
      for (let at = 0; at < longest; at++)
        baselines[at] = (baselines[at] as number) / ((weights[at] as number) + options.epsilon);
    }
    for (const row of rows) {
      const start = offsets[row] as number;
      let place = 0;
      for (let t = start; t < (offsets[row + 1] as number); t++) {
        const sum = advantages[t] as number;
        returns[t] = sum;
        advantages[t] = 0;
        if (mask !== null && mask[t] === 0) continue;
        const at = squeezes ? place++ : t - start;
        const isTail = row === tailRow && at >= tail;
        advantages[t] = isTail ? sum : sum - (baselines[at] as number);
      }
    }
  }
}

/** Writes G to the advantages and W to the returns, and counts the trained tokens of each row. */
function accumulate(
  { rewards, weights, mask, offsets }: WeightedTokens,
  { advantages, returns }: AdvantagesAndReturns,
): Uint32Array {
  const lengths = new Uint32Array(offsets.length - 1);
  for (let row = 1; row < offsets.length; row++) {
    const start = offsets[row - 1] as number;
    const end = offsets[row] as number;
    let weight = 0;
    let length = 0;
    for (let t = start; t < end; t++) {
      if (mask === null || mask[t] !== 0) {
        weight += weights[t] as number;
        length++;
      }
      returns[t] = weight;
    }
    lengths[row - 1] = length;
    let sum = 0;
    for (let t = end - 1; t >= start; t--) {
      if (mask === null || mask[t] !== 0) sum = (rewards[t] as number) + sum;
      advantages[t] = sum;
    }
  }
  return lengths;
}

/** The row that is longer than all others of its group, and the length of the second. */
function tailOf(
  rows: Uint32Array,
  lengths: Uint32Array,
  zeroTail: boolean,
): { readonly tail: number; readonly tailRow: number } {
  let [tail, tailRow, longest] = [0, -1, -1];
  for (const row of zeroTail ? rows : []) {
    const length = lengths[row] as number;
    if (length > longest) [tail, tailRow, longest] = [longest, row, length];
    else if (length > tail) tail = length;
  }
  return longest > tail ? { tail, tailRow } : { tail: 0, tailRow: -1 };
}
