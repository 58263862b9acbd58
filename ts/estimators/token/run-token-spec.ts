import { checkOptions } from '../../errors/check-options.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { kernelsOr } from '../../kernels/active-kernels.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { checkTokenSpec } from './check-token-spec.ts';
import { CheckedRows } from './checked-rows.ts';
import type { CreditKind } from './credits/credit-kind.ts';
import { creditKinds } from './credits/credit-kinds.ts';
import type { StepKind } from './steps/step-kind.ts';
import { stepKinds } from './steps/step-kinds.ts';
import type { TokenAdvantages, TokenRows } from './token-rows.ts';
import type { TokenCredit, TokenSpec, TokenStep } from './token-spec.ts';

export interface RunTokenSpecOptions {
  /** Default: the process-wide kernels. */
  readonly kernels?: Kernels;
}

/**
 * Computes a token-level estimator: advantages and returns, one number a token each, in new arrays.
 *
 * @throws ConfigError for a spec that is none, with all problems
 * @throws UpperhandError `invalid-argument` for rows of other shapes than they claim, for an array that the spec needs
 *   and the rows lack, and, unless `missing` is `'propagate'`, for numbers of trained tokens that are not finite
 * @example
 * const reinforcePlusPlus: TokenSpec = {
 *   level: 'token',
 *   credit: { kind: 'discounted-return', gamma: 0.5, masked: 'carry' },
 * };
 * const rows = { offsets: [0, 4], rewards: [0, 0, 9, 1], mask: [1, 1, 0, 1] };
 * runTokenSpec(reinforcePlusPlus, rows).advantages; // Float64Array [0.25, 0.5, 1, 1]
 */
export function runTokenSpec(
  spec: TokenSpec,
  rows: TokenRows,
  options: RunTokenSpecOptions = {},
): TokenAdvantages {
  checkTokenSpec(spec);
  checkOptions(options, { kernels: true });
  const kernels = kernelsOr(options.kernels);
  const checked = new CheckedRows(rows, spec.missing ?? 'refuse');
  if (checked.has('outcomes') && !takesOutcomes(spec))
    throw new UpperhandError(
      'invalid-argument',
      'the rows have outcomes, and nothing of the spec takes them (a step outcome does)',
    );
  const run = (values: Float64Array, step: TokenStep): Float64Array =>
    (stepKinds[step.kind] as StepKind<TokenStep>).apply(values, step, checked, kernels);
  const rewards = (spec.rewards ?? []).reduce(run, checked.rewards());
  const credit = creditKinds[spec.credit.kind] as CreditKind<TokenCredit>;
  const { advantages, returns } = credit.run(rewards, spec.credit, checked, kernels);
  return { advantages: (spec.post ?? []).reduce(run, advantages), returns };
}

function takesOutcomes({ rewards = [], credit }: TokenSpec): boolean {
  const inCredit = credit.kind === 'turn-group' && credit.outcome !== undefined;
  return inCredit || rewards.some(({ kind }) => kind === 'outcome');
}
