import { checkOptions } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import { kernelsOr } from '../../kernels/active-kernels.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { CheckedRows } from './checked-rows.ts';
import { returnsOf } from './credits/discounted-return.ts';
import { checkTimed } from './credits/timed.ts';
import { oneARow } from './one-a-row.ts';
import { SpecProblems } from './spec-problems.ts';
import type { TokenRows } from './token-rows.ts';
import type { DiscountedReturnCredit } from './token-spec.ts';

export interface DiscountedReturnsRowOptions
  extends Partial<Omit<DiscountedReturnCredit, 'kind' | 'gamma'>> {
  /** Discount, from 0 to 1: of all rows, or one a row. Default 1. */
  readonly gamma?: number | ArrayLike<number>;
  /** Default: the process-wide kernels. */
  readonly kernels?: Kernels;
}

/**
 * Discounted returns of tokens: the rewards from each token on in its row, each γ times as much as the one before it.
 * With `step: 'turn'` they are the returns of turns, and with `'segment'` those of runs of trained tokens (agentic
 * REINFORCE of ROLL), spread over their tokens.
 *
 * Source: the returns of REINFORCE++ (arXiv:2501.03262) in verl (`masked: 'carry'`, the default), in SkyRL (`'reset'`) and
 * in OpenRLHF (`'zero'`).
 *
 * @param rows - `rewards` and, where there are untrained tokens, `mask`; `turns` for `step: 'turn'`
 * @returns one number a token; untrained ones get 0 unless `untrained` is `'keep'`
 * @throws ConfigError for options that are none, all together
 * @throws UpperhandError `invalid-argument` for arrays of other lengths, and for rewards of trained tokens that are not
 *   finite
 * @example
 * discountedReturns({ offsets: [0, 3], rewards: [0, 0, 1] }, { gamma: 0.5 }); // Float64Array [0.25, 0.5, 1]
 * const tools = { offsets: [0, 4], rewards: [0, 0, 0, 1], mask: [1, 1, 0, 1] };
 * discountedReturns(tools, { gamma: 0.5 });                 // Float64Array [0.25, 0.5, 0, 1]
 * discountedReturns(tools, { gamma: 0.5, masked: 'walk' }); // Float64Array [0.125, 0.25, 0, 1]
 */
export function discountedReturns(
  rows: TokenRows,
  options: DiscountedReturnsRowOptions = {},
): Float64Array {
  checkOptions(options, {
    gamma: true,
    masked: true,
    untrained: true,
    step: true,
    stepReward: true,
    kernels: true,
  });
  const { gamma = 1, kernels, ...given } = options;
  const credit = { masked: 'carry', untrained: 'zero', ...given } as const;
  const problems = new SpecProblems();
  checkTimed(
    { kind: 'discounted-return', ...credit, gamma: typeof gamma === 'number' ? gamma : 1 },
    'options',
    problems,
  );
  problems.report();
  const checked = new CheckedRows(rows, 'refuse');
  if (checked.has('outcomes'))
    refuse('rows.outcomes', 'left out: returns are of token rewards', rows.outcomes);
  const gammas = oneARow('gamma', gamma, checked.numRows);
  return returnsOf(checked.rewards(), { ...credit, gamma: gammas }, checked, kernelsOr(kernels));
}
