import type {
  AdvantagesAndReturns,
  GeneralizedAdvantagesOptions,
  ValuedTokens,
} from '../token-kernels.ts';
import { maskedCode } from '../token-option-codes.ts';
import { ofRow } from './of-row.ts';

export function generalizedAdvantages(
  { rewards, values, bootstrap, mask, offsets }: ValuedTokens,
  options: GeneralizedAdvantagesOptions,
  { advantages, returns }: AdvantagesAndReturns,
): void {
  maskedCode(options.masked);
  const { masked, zeroUntrained = false } = options;
  // The last row first: memory is read in one direction, which machines foresee.
  for (let row = offsets.length - 1; row > 0; row--) {
    const gamma = ofRow(options.gamma, row - 1);
    const decay = gamma * ofRow(options.lambda, row - 1);
    let next = bootstrap === null ? 0 : (bootstrap[row - 1] as number);
    let state = 0;
    for (let t = (offsets[row] as number) - 1; t >= (offsets[row - 1] as number); t--) {
      const isTrained = mask === null || mask[t] !== 0;
      let value = values[t] as number;
      let reward = rewards[t] as number;
      if (!isTrained) {
        if (masked === 'carry') {
          const shown = zeroUntrained ? 0 : state;
          advantages[t] = shown;
          returns[t] = shown + value;
          continue;
        }
        if (masked === 'cut') {
          next = 0;
          state = 0;
        } else if (masked === 'zero') {
          value = 0;
          reward = 0;
        }
      }
      state = reward + gamma * next - value + decay * state;
      next = value;
      const shown = isTrained || !zeroUntrained ? state : 0;
      advantages[t] = shown;
      returns[t] = shown + value;
      if (!isTrained && masked === 'reset') {
        next = 0;
        state = 0;
      }
    }
  }
}
