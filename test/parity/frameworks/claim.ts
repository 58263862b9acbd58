import type { FrameworkRecord } from './records.ts';

/** The functions of one framework whose records presets and losses of ours account for. */
export interface FrameworkClaims {
  /** Name of the file without `.jsonl`. */
  readonly framework: string;
  /** By the name that the records have. */
  readonly functions: Readonly<Record<string, Claim>>;
}

export interface Claim {
  /** What of ours it proves: `'verl/grpo'`, `'loss:verl/vanilla'`. */
  readonly proves: string | readonly string[];
  /**
   * Computes a record in float64 with what is exported, and gives the fields of its `expect` that are compared. A thrown
   * UpperhandError is a refusal. Nothing of the record's own result may be read.
   */
  readonly run: (record: FrameworkRecord) => Readonly<Record<string, unknown>>;
  /** Fields of `expect` that are not ours to give, and why. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** Records where ours differs on purpose, by rule; the first that applies counts. */
  readonly differences?: readonly Difference[];
  /** Relative to the largest intermediate. Default 1e-9 for float64, 1e-5 for float32. */
  readonly tolerance?: (record: FrameworkRecord) => number;
  /** The largest intermediate of a record where it is not among its inputs and results. */
  readonly magnitude?: (record: FrameworkRecord) => number;
}

/** A deliberate difference. It counts only for records that do differ: one that agrees counts as agreeing. */
export interface Difference {
  readonly rule: string;
  /** What the framework does there, and what ours does. */
  readonly because: string;
  readonly applies: (record: FrameworkRecord) => boolean;
}
