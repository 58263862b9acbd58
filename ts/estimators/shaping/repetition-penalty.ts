import { checkOptions } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';

export interface RepetitionOptions {
  /** How many tokens are looked at together. Default 3. */
  readonly size?: number;
  /** What a response that only repeats itself approaches, ≤ 0. Default −1. */
  readonly most?: number;
}

/**
 * What a response loses for repeating itself, to be added to its reward: the share of its n-grams that came before, times
 * `most`. One with fewer tokens than `size` loses nothing.
 *
 * Source: arXiv:2502.03373, appendix C.2, as in TRL's `get_repetition_penalty_reward`. ms-swift's takes words for tokens.
 *
 * @param tokens - of the response: numbers, or words
 * @throws UpperhandError `invalid-argument` for tokens that are no array and options out of range
 * @example
 * repetitionPenalty([1, 2, 3, 4], { size: 2 });    // 0
 * repetitionPenalty([5, 5, 5, 5, 5], { size: 2 }); // -0.75
 */
export function repetitionPenalty(
  tokens: ArrayLike<number | string>,
  options: RepetitionOptions = {},
): number {
  checkOptions(options, { size: true, most: true });
  const { size = 3, most = -1 } = options;
  if (typeof tokens !== 'object' || !Number.isInteger(tokens?.length))
    refuse('tokens', 'an array of tokens', tokens);
  if (!(Number.isSafeInteger(size) && size > 0)) refuse('size', 'a whole number > 0', size);
  if (!(most <= 0 && most > -Infinity)) refuse('most', 'a finite number ≤ 0', most);
  const total = tokens.length - size + 1;
  if (total <= 0) return 0;
  const all = Array.from(tokens);
  const seen = new Set<string>();
  for (let i = 0; i < total; i++) seen.add(JSON.stringify(all.slice(i, i + size)));
  return seen.size === total ? 0 : (1 - seen.size / total) * most;
}
