import { checkOptions } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';

export interface OverlongOptions {
  /** Longest response that is sampled, in tokens. */
  readonly maxLength: number;
  /** Over how many of its last tokens the penalty grows from 0 to `factor`; > 0, at most `maxLength`. */
  readonly buffer: number;
  /** What a response of `maxLength` tokens loses. Default 1. */
  readonly factor?: number;
}

/**
 * What a long response loses, to be added to its reward: 0 up to `maxLength − buffer` tokens, from there in a straight
 * line to −`factor` at `maxLength`, and no more beyond.
 *
 * Source: the soft overlong punishment of arXiv:2503.14476 (DAPO) as in OpenRLHF's `apply_overlong_penalty`. verl, TRL
 * and ms-swift give the same up to `maxLength`, which no response of theirs is above.
 *
 * @param length - of the response, in tokens
 * @throws UpperhandError `invalid-argument` for a length below 0 and for options out of range
 * @example
 * overlongPenalty(80, { maxLength: 100, buffer: 20 }); // 0
 * overlongPenalty(90, { maxLength: 100, buffer: 20 }); // -0.5
 */
export function overlongPenalty(length: number, options: OverlongOptions): number {
  checkOptions(options, { maxLength: true, buffer: true, factor: true });
  const { maxLength, buffer, factor = 1 } = options;
  if (!(length >= 0)) refuse('length', 'a number ≥ 0', length);
  if (!(maxLength > 0 && maxLength < Infinity))
    refuse('maxLength', 'a finite number > 0', maxLength);
  if (!(buffer > 0 && buffer <= maxLength))
    refuse('buffer', `above 0 and at most maxLength, ${maxLength}`, buffer);
  if (!(factor >= 0 && factor < Infinity)) refuse('factor', 'a finite number ≥ 0', factor);
  const excess = Math.min(length - (maxLength - buffer), buffer);
  return excess > 0 ? (-excess / buffer) * factor : 0;
}
