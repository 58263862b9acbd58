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
  describe: (credit) => `Σ ${credit.gamma}^k r ${describeTimed(credit)}`,
  run: (rewards, credit, rows, kernels) => {
    const returns =
      (credit.step ?? 'token') === 'token'
        ? overTokens(rewards, credit, rows, kernels)
        : overSteps(rewards, credit, rows, kernels);
    return twice(returns);
  },
};

function overTokens(
  rewards: Float64Array,
  { gamma, masked, untrained }: DiscountedReturnCredit,
  { mask, offsets }: CheckedRows,
  kernels: Kernels,
): Float64Array {
  const options = { gamma, masked, zeroUntrained: untrained === 'zero' };
  kernels.discountedReturns({ rewards, mask, offsets }, options, rewards);
  return rewards;
}

function overSteps(
  rewards: Float64Array,
  { gamma, step, stepReward = 'sum' }: DiscountedReturnCredit,
  rows: CheckedRows,
  kernels: Kernels,
): Float64Array {
  const steps = timeSteps(rows, step as 'turn' | 'segment');
  const sums = stepRewards(rewards, steps, stepReward);
  const tokens = { rewards: sums, mask: null, offsets: steps.offsets };
  kernels.discountedReturns(tokens, { gamma, masked: 'walk' }, sums);
  return spread(sums, steps);
}

/** The same numbers as advantages and as returns, apart. */
export function twice(values: Float64Array): TokenAdvantages {
  return { advantages: values.slice(), returns: values };
}
