import type { TokenKernels } from './token-kernels.ts';

const CALLS: Readonly<Record<keyof TokenKernels, true>> = {
  discountedReturns: true,
  generalizedAdvantages: true,
  whitenTokens: true,
  optimalTokenBaseline: true,
};

/** Whether a call is one over tokens, which kernels may lack. */
export function isTokenCall(call: string): boolean {
  return Object.hasOwn(CALLS, call);
}
