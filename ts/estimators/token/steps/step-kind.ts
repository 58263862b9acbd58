import type { Kernels } from '../../../kernels/kernels.ts';
import type { EstimatorInput } from '../../estimator-input.ts';
import type { CheckedRows } from '../checked-rows.ts';
import type { SpecProblems } from '../spec-problems.ts';
import type { TokenStep } from '../token-spec.ts';

/** What there is to know about the steps of a kind. */
export interface StepKind<S> {
  /** All its fields but `kind`. */
  readonly fields: readonly (Exclude<keyof S, 'kind'> & string)[];
  readonly check: (step: S, path: string, problems: SpecProblems) => void;
  /** What becomes of x, in words that follow "then". */
  readonly describe: (step: S) => string;
  /** Arrays of rows that it cannot do without, beside rewards, groups and turns. Default: none. */
  readonly needs?: (step: S) => readonly EstimatorInput[];
  /** Gives the new values. The old ones may be written on, as nobody else has them. */
  readonly apply: (
    values: Float64Array,
    step: S,
    rows: CheckedRows,
    kernels: Kernels,
  ) => Float64Array;
}

export type StepOf<K extends TokenStep['kind']> = Extract<TokenStep, { kind: K }>;
