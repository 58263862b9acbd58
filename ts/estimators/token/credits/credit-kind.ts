import type { Kernels } from '../../../kernels/kernels.ts';
import type { EstimatorInput } from '../../estimator-input.ts';
import type { CheckedRows } from '../checked-rows.ts';
import type { SpecProblems } from '../spec-problems.ts';
import type { TokenAdvantages } from '../token-rows.ts';
import type { TokenCredit } from '../token-spec.ts';

/** What there is to know about a way to give credit. */
export interface CreditKind<C> {
  /** All its fields but `kind`. */
  readonly fields: readonly (Exclude<keyof C, 'kind'> & string)[];
  readonly check: (credit: C, path: string, problems: SpecProblems) => void;
  /** The advantage of a token as a formula. */
  readonly describe: (credit: C) => string;
  /** Arrays of rows that it cannot do without, beside rewards, groups and turns. Default: none. */
  readonly needs?: (credit: C) => readonly EstimatorInput[];
  /** The two results are arrays apart; `rewards` may become one of them. */
  readonly run: (
    rewards: Float64Array,
    credit: C,
    rows: CheckedRows,
    kernels: Kernels,
  ) => TokenAdvantages;
}

export type CreditOf<K extends TokenCredit['kind']> = Extract<TokenCredit, { kind: K }>;
