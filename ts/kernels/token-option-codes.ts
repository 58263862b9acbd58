import { type Codes, codeOf } from './option-codes.ts';
import type { MaskedTokens, OptimalTokenBaselineOptions, WhitenOptions } from './token-kernels.ts';

/** The words of token kernels by the codes that the WebAssembly module knows them under. */
const MASKED: Codes<MaskedTokens> = { carry: 0, walk: 1, zero: 2, reset: 3, cut: 4 };
const MEAN: Codes<WhitenOptions['mean']> = { subtract: 0, keep: 1, restore: 2 };
export const EPSILON_PLACE: Codes<WhitenOptions['epsilonPlace']> = {
  outside: 0,
  inside: 1,
  floor: 2,
};
const ALIGN: Codes<OptimalTokenBaselineOptions['align']> = { position: 0, 'trained-token': 1 };

/** @throws UpperhandError `invalid-argument` for a word that is no option, as the two below */
export function maskedCode(masked: MaskedTokens): number {
  return codeOf(MASKED, 'masked', masked);
}

export function whitenCodes({
  mean,
  epsilonPlace,
}: WhitenOptions): [mean: number, epsilonPlace: number] {
  return [codeOf(MEAN, 'mean', mean), codeOf(EPSILON_PLACE, 'epsilonPlace', epsilonPlace)];
}

export function alignCode({ align }: OptimalTokenBaselineOptions): number {
  return codeOf(ALIGN, 'align', align);
}
