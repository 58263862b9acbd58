import type { DiscountedReturnsOptions, RewardedTokens } from '../token-kernels.ts';
import { maskedCode } from '../token-option-codes.ts';
import { ofRow } from './of-row.ts';

export function discountedReturns(
  { rewards, mask, offsets }: RewardedTokens,
  options: DiscountedReturnsOptions,
  out: Float64Array,
): void {
  maskedCode(options.masked);
  const { masked, zeroUntrained = false } = options;
  // The last row first: memory is read in one direction, which machines foresee.
  for (let row = offsets.length - 1; row > 0; row--) {
    const gamma = ofRow(options.gamma, row - 1);
    let state = 0;
    for (let t = (offsets[row] as number) - 1; t >= (offsets[row - 1] as number); t--) {
      if (mask === null || mask[t] !== 0 || masked === 'walk') {
        state = (rewards[t] as number) + gamma * state;
        out[t] = mask === null || mask[t] !== 0 || !zeroUntrained ? state : 0;
        continue;
      }
      if (masked === 'cut') state = 0;
      const own = masked === 'zero' ? 0 : (rewards[t] as number);
      const shown = masked === 'carry' ? state : own + gamma * state;
      out[t] = zeroUntrained ? 0 : shown;
      state = masked === 'reset' ? 0 : shown;
    }
  }
}
