import { checkOptions } from '../../errors/check-options.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { runTokenSpec } from './run-token-spec.ts';
import type { TokenAdvantages, TokenRows } from './token-rows.ts';
import type { OptimalTokenBaselineCredit } from './token-spec.ts';

export interface OptimalTokenBaselineRowOptions
  extends Partial<Omit<OptimalTokenBaselineCredit, 'kind'>> {
  /** Default: the process-wide kernels. */
  readonly kernels?: Kernels;
}

/**
 * Returns less the baseline that has the least variance at each place of a group: Σ G W / (Σ W + ε) over its rows, with G
 * the trained rewards from there on and W the sum up to there of 1 − 2 π + Σ π². A group of one has the baseline 0.
 *
 * Source: arXiv:2602.07078 as computed by verl's `optimal_token_baseline`; with `align: 'trained-token'` its multi-turn
 * form, `tir_optimal_token_baseline`, which counts places over trained tokens only.
 *
 * @param rows - `rewards`, `logprobs`, `sumPiSquared`, `groups`; `mask` where there are untrained tokens; the square of
 *   `rolloutWeights` is a factor of W where they are given
 * @param options - defaults: `epsilon` 1e-8, `zeroTail` true, `align` `'position'`
 * @returns one number a token each; advantages of untrained tokens are 0
 * @throws ConfigError for options that are none, all together
 * @throws UpperhandError `invalid-argument` for arrays that are missing or of other lengths, and for numbers of trained
 *   tokens that are not finite
 * @example
 * const rows = {
 *   offsets: [0, 1, 2],
 *   rewards: [1, 0],
 *   logprobs: [Math.log(0.5), Math.log(0.5)],
 *   sumPiSquared: [0.5, 0.5],
 *   groups: ['a', 'a'],
 * };
 * optimalTokenBaseline(rows, { epsilon: 0 }).advantages; // Float64Array [0.5, -0.5]
 */
export function optimalTokenBaseline(
  rows: TokenRows,
  options: OptimalTokenBaselineRowOptions = {},
): TokenAdvantages {
  checkOptions(options, { epsilon: true, zeroTail: true, align: true, kernels: true });
  const { epsilon = 1e-8, zeroTail = true, align = 'position', kernels } = options;
  const credit = { kind: 'optimal-token-baseline', epsilon, zeroTail, align } as const;
  return runTokenSpec({ level: 'token', credit }, rows, kernels === undefined ? {} : { kernels });
}
