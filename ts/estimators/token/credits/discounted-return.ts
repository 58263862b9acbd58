import type { Kernels } from '../../../kernels/kernels.ts';
import type { CheckedRows } from '../checked-rows.ts';
import { spread, stepRewards, timeSteps } from '../time-steps.ts';
import type { TokenAdvantages } from '../token-rows.ts';
import type { DiscountedReturnCredit } from '../token-spec.ts';
import type { CreditKind } from './credit-kind.ts';
import { checkTimed, describeTimed, TIMED_FIELDS } from './timed.ts';

export const discountedReturnCredit: CreditKind<DiscountedReturnCredit> = {
  fields: TIMED_FIELDS,
  check: checkTimed,
  describe: (credit) =>
    `${credit.gamma === 1 ? 'Σ r' : `Σ ${credit.gamma}^k r`} ${describeTimed(credit)}`,
  run: (rewards, credit, rows, kernels) => twice(returnsOf(rewards, credit, rows, kernels)),
};

/** A credit whose γ may differ from row to row. */
export type RowwiseReturn = Omit<DiscountedReturnCredit, 'kind' | 'gamma'> & {
  readonly gamma: number | Float64Array;
};

/** Returns, perhaps in the array of the rewards. */
export function returnsOf(
  rewards: Float64Array,
  credit: RowwiseReturn,
  rows: CheckedRows,
  kernels: Kernels,
): Float64Array {
  const { gamma, masked, untrained, step = 'token', stepReward = 'sum' } = credit;
  if (step === 'token') {
    const { mask, offsets } = rows;
    const options = { gamma, masked, zeroUntrained: untrained === 'zero' };
    kernels.discountedReturns({ rewards, mask, offsets }, options, rewards);
    return rewards;
  }
  const steps = timeSteps(rows, step);
  const sums = stepRewards(rewards, steps, stepReward);
  const tokens = { rewards: sums, mask: null, offsets: steps.offsets };
  kernels.discountedReturns(tokens, { gamma, masked: 'walk' }, sums);
  return spread(sums, steps);
}

/** The same numbers as advantages and as returns, apart. */
export function twice(values: Float64Array): TokenAdvantages {
  return { advantages: values.slice(), returns: values };
}
