import type { ScaleKernels } from './scale-kernels.ts';
import type { TokenKernels } from './token-kernels.ts';

const CALLS: Readonly<Record<keyof (TokenKernels & ScaleKernels), true>> = {
  discountedReturns: true,
  generalizedAdvantages: true,
  whitenTokens: true,
  optimalTokenBaseline: true,
  centerByWeight: true,
  compareWithMean: true,
  scaleByPool: true,
};

/** Whether a call is one that kernels may lack. */
export function isOptionalCall(call: string): boolean {
  return Object.hasOwn(CALLS, call);
}
