import { checkOptions } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import { kernelsOr } from '../../kernels/active-kernels.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { CheckedRows } from './checked-rows.ts';
import { gae, gaeCredit } from './credits/gae.ts';
import { oneARow } from './one-a-row.ts';
import { SpecProblems } from './spec-problems.ts';
import type { TokenAdvantages, TokenRows } from './token-rows.ts';
import type { GaeCredit, Lambda } from './token-spec.ts';

type RowLambda = Lambda | ArrayLike<number>;

export interface GeneralizedAdvantagesRowOptions
  extends Partial<Omit<GaeCredit, 'kind' | 'gamma' | 'lambda' | 'valueLambda'>> {
  /** Discount, from 0 to 1: of all rows, or one a row. Default 1. */
  readonly gamma?: number | ArrayLike<number>;
  /** From 0 to 1: of all rows, by their lengths, or one a row. Default 0.95. */
  readonly lambda?: RowLambda;
  /** λ of the returns. Default: that of the advantages. */
  readonly valueLambda?: RowLambda;
  /** Default: the process-wide kernels. */
  readonly kernels?: Kernels;
}

/**
 * Generalized advantage estimation over a critic's values: advantage = Σ (γ λ)^k δ of the tokens from each one on, with
 * δ = reward + γ · next value − value; returns = advantages + values. Nothing is whitened.
 *
 * Untrained tokens are passed over (`masked: 'carry'`, the default), as in verl, NeMo RL and AReaL; SkyRL walks through
 * them (`'walk'`), OpenRLHF takes their rewards and values for 0 (`'zero'`). Rows that were cut off go on with
 * `bootstrap`. A turn is one time step with `step: 'turn'` (AReaL).
 *
 * Source: arXiv:1506.02438; λ by length and apart for returns: VAPO, arXiv:2504.05118.
 *
 * @param rows - `rewards`, `values`, and `mask` where there are untrained tokens; `turns` for `step: 'turn'`
 * @returns one number a token each; at untrained tokens an advantage of 0 and the value as return, unless `untrained` is
 *   `'keep'`
 * @throws ConfigError for options that are none, all together
 * @throws UpperhandError `invalid-argument` for arrays of other lengths, for rows without values, and for numbers of
 *   trained tokens that are not finite
 * @example
 * const rows = { offsets: [0, 3], rewards: [0, 0, 1], values: [0.5, 0.5, 0.5] };
 * generalizedAdvantages(rows, { lambda: 0.5 });
 * // { advantages: Float64Array [0.125, 0.25, 0.5], returns: Float64Array [0.625, 0.75, 1] }
 * generalizedAdvantages(rows, { lambda: { kind: 'length-adaptive', alpha: 0.5 } }).advantages[1] > 0.16; // true
 */
export function generalizedAdvantages(
  rows: TokenRows,
  options: GeneralizedAdvantagesRowOptions = {},
): TokenAdvantages {
  checkOptions(options, {
    gamma: true,
    lambda: true,
    valueLambda: true,
    masked: true,
    untrained: true,
    step: true,
    stepReward: true,
    kernels: true,
  });
  const { gamma = 1, lambda = 0.95, valueLambda, kernels, ...given } = options;
  const credit = { masked: 'carry', untrained: 'zero', ...given } as const;
  const problems = new SpecProblems();
  const shown = {
    kind: 'gae',
    ...credit,
    gamma: typeof gamma === 'number' ? gamma : 1,
    lambda: isArray(lambda) ? 1 : lambda,
    valueLambda: valueLambda === undefined || isArray(valueLambda) ? 1 : valueLambda,
  } as const;
  gaeCredit.check(shown, 'options', problems);
  problems.report();
  const checked = new CheckedRows(rows, 'refuse');
  if (checked.has('outcomes'))
    refuse('rows.outcomes', 'left out: GAE is of token rewards', rows.outcomes);
  const { numRows } = checked;
  const lambdaOf = (name: string, value: RowLambda): Lambda | Float64Array =>
    isArray(value) ? oneARow(name, value, numRows) : value;
  const rowwise = {
    ...credit,
    gamma: oneARow('gamma', gamma, numRows),
    lambda: lambdaOf('lambda', lambda),
    ...(valueLambda === undefined ? {} : { valueLambda: lambdaOf('valueLambda', valueLambda) }),
  };
  return gae(checked.rewards(), rowwise, checked, kernelsOr(kernels));
}

function isArray(value: RowLambda): value is ArrayLike<number> {
  return typeof value === 'object' && value !== null && 'length' in value;
}
