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
   * Computes a record in float64 with what is exported, and gives the fields of its `expect` that are compared: numbers,
   * arrays of them (flat or nested), and whatever JSON has. A thrown UpperhandError is a refusal. Reading `expect` throws.
   */
  readonly run: (record: FrameworkRecord) => Readonly<Record<string, unknown>>;
  /**
   * Fields of `expect` that are not ours to give, and why. Fields of fields have dots between; a last `*` stands for any
   * rest: `'metrics.rewards/*'`; `'rows[].length'` is that field of every row.
   */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** Fields of one number a token that are compared at trained tokens alone, and what stands at the others. */
  readonly trainedOnly?: Readonly<Record<string, string>>;
  /** Records where ours differs on purpose, by rule; the first that applies counts. */
  readonly differences?: readonly Difference[];
  /** Relative to the largest intermediate. Default 1e-9 for float64, 1e-5 for float32; 1e-4 at most, for float32 alone. */
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
  /** True: the original recordings may have no record that needs it; others of the same kinds do. Default false. */
  readonly rare?: boolean;
  /**
   * How far the numbers of a field may be apart, by its name: one bound, or one for each entry or row of it. Fields that
   * are not named get none. Infinity excuses any number, NaN too; a finite bound excuses only finite numbers. A rule with
   * bounds is about two results, never about a refusal. Without it, any distance.
   *
   * @param ours - what the claim gave
   * @param run - the claim itself, to see how its result moves with its inputs
   */
  readonly within?: (
    record: FrameworkRecord,
    ours: Readonly<Record<string, unknown>>,
    run: Claim['run'],
  ) => Readonly<Record<string, number | ArrayLike<number>>>;
}
