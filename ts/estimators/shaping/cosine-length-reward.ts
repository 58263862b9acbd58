import { checkOptions } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';

export interface CosineLengthOptions {
  readonly maxLength: number;
  /** Reward of a right answer of 0 tokens, and of one of `maxLength`. Default 1 and 0.5. */
  readonly right?: readonly [shortest: number, longest: number];
  /** Reward of a wrong answer of 0 tokens, and of one of `maxLength`. Default −0.5 and 0. */
  readonly wrong?: readonly [shortest: number, longest: number];
}

/**
 * A reward for being right that depends on the length: half a cosine from the one of the shortest to the one of the
 * longest response. With the defaults right answers had better be short, and wrong ones long.
 *
 * Source: arXiv:2502.03373, equation 1, as in ms-swift's `CosineReward`.
 *
 * @param length - of the response, in tokens, at most `maxLength`
 * @throws UpperhandError `invalid-argument` for a length or options out of range
 * @example
 * cosineLengthReward(0, true, { maxLength: 100 });    // 1
 * cosineLengthReward(50, true, { maxLength: 100 });   // 0.75
 * cosineLengthReward(100, false, { maxLength: 100 }); // 0
 */
export function cosineLengthReward(
  length: number,
  isRight: boolean,
  options: CosineLengthOptions,
): number {
  checkOptions(options, { maxLength: true, right: true, wrong: true });
  const { maxLength, right = [1, 0.5], wrong = [-0.5, 0] } = options;
  if (!(maxLength > 0 && maxLength < Infinity))
    refuse('maxLength', 'a finite number > 0', maxLength);
  if (!(length >= 0 && length <= maxLength))
    refuse('length', `0 to maxLength, ${maxLength}`, length);
  if (typeof isRight !== 'boolean') refuse('isRight', 'a boolean', isRight);
  const ends: unknown = isRight ? right : wrong;
  if (!(Array.isArray(ends) && ends.length === 2 && ends.every(Number.isFinite)))
    refuse(isRight ? 'right' : 'wrong', 'two finite numbers', ends);
  const [shortest, longest] = ends as [number, number];
  return longest + ((shortest - longest) * (1 + Math.cos((Math.PI * length) / maxLength))) / 2;
}
