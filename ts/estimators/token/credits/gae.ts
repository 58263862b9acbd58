import type { Kernels } from '../../../kernels/kernels.ts';
import type { ValuedTokens } from '../../../kernels/token-kernels.ts';
import type { CheckedRows } from '../checked-rows.ts';
import { checkLambda, describeLambda, lambdaOf } from '../lambda.ts';
import { pick, spread, stepRewards, timeSteps } from '../time-steps.ts';
import type { TokenAdvantages } from '../token-rows.ts';
import type { GaeCredit, Lambda } from '../token-spec.ts';
import type { CreditKind } from './credit-kind.ts';
import { checkTimed, describeTimed, TIMED_FIELDS } from './timed.ts';

const WHO = 'GAE';

export const gaeCredit: CreditKind<GaeCredit> = {
  fields: [...TIMED_FIELDS, 'lambda', 'valueLambda'],

  check(credit, path, problems) {
    checkTimed(credit, path, problems);
    checkLambda(credit.lambda, `${path}.lambda`, problems);
    if (credit.valueLambda !== undefined)
      checkLambda(credit.valueLambda, `${path}.valueLambda`, problems);
  },

  describe(credit) {
    const lambda = `λ = ${describeLambda(credit.lambda)}`;
    const value =
      credit.valueLambda === undefined
        ? ''
        : ` (returns: λ = ${describeLambda(credit.valueLambda)})`;
    return `GAE, γ = ${credit.gamma}, ${lambda}${value}, ${describeTimed(credit)}`;
  },

  needs: () => ['values'],

  run: gae,
};

/** A credit whose γ and λ may differ from row to row. */
export type RowwiseGae = Omit<GaeCredit, 'kind' | 'gamma' | 'lambda' | 'valueLambda'> & {
  readonly gamma: number | Float64Array;
  readonly lambda: Lambda | Float64Array;
  readonly valueLambda?: Lambda | Float64Array;
};

export function gae(
  rewards: Float64Array,
  credit: RowwiseGae,
  rows: CheckedRows,
  kernels: Kernels,
): TokenAdvantages {
  const values = rows.require('values', WHO);
  const bootstrap = rows.has('bootstrap') ? rows.require('bootstrap', WHO) : null;
  const { step = 'token', stepReward = 'sum' } = credit;
  if (step === 'token') {
    const { mask, offsets } = rows;
    const tokens = { rewards, values, bootstrap, mask, offsets };
    return advantagesOf(tokens, credit, () => rows.lengths(), kernels);
  }
  const steps = timeSteps(rows, step);
  const tokens = {
    rewards: stepRewards(rewards, steps, stepReward),
    values: pick(values, steps.first),
    bootstrap,
    mask: null,
    offsets: steps.offsets,
  };
  const lengths = (): Float64Array => stepsOfRows(steps.offsets, rows);
  const found = advantagesOf(tokens, credit, lengths, kernels);
  return {
    advantages: spread(found.advantages, steps),
    returns: spread(found.returns, steps, values),
  };
}

function advantagesOf(
  tokens: ValuedTokens,
  { gamma, lambda, valueLambda, masked, untrained }: RowwiseGae,
  lengths: () => Float64Array,
  kernels: Kernels,
): TokenAdvantages {
  const { length } = tokens.rewards;
  const run = (by: typeof lambda): TokenAdvantages => {
    const out = { advantages: new Float64Array(length), returns: new Float64Array(length) };
    const options = {
      gamma,
      lambda: lambdaOf(by, lengths),
      masked,
      zeroUntrained: untrained === 'zero',
    };
    kernels.generalizedAdvantages(tokens, options, out);
    return out;
  };
  const own = run(lambda);
  if (valueLambda === undefined) return own;
  return { advantages: own.advantages, returns: run(valueLambda).returns };
}

function stepsOfRows(offsets: Uint32Array, { numRows }: CheckedRows): Float64Array {
  return Float64Array.from(
    { length: numRows },
    (_, row) => (offsets[row + 1] as number) - (offsets[row] as number),
  );
}
