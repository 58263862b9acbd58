import { refuse } from '../errors/refuse.ts';
import { isArrayLike } from './check.ts';

/**
 * A mask of tokens as 0 and 1.
 *
 * @param hint - what messages say after what an entry may be
 * @throws UpperhandError `invalid-argument` for what is no array of `length` zeros, ones and booleans
 */
export function readMask(mask: unknown, length: number, hint = ''): Uint8Array {
  if (!isArrayLike(mask)) refuse('mask', 'an array of 0, 1 or booleans', mask);
  if (mask.length !== length)
    refuse('mask', `of length ${length}, one number a token`, mask.length);
  const read = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const value = mask[i];
    if (value !== 0 && value !== 1 && typeof value !== 'boolean')
      refuse(`mask[${i}]`, `0, 1 or a boolean${hint}`, value);
    read[i] = Number(value);
  }
  return read;
}
