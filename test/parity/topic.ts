import type { Kernels } from '../../ts/kernels/kernels.ts';

/** A record of a golden file: it has an id, the rest is the topic's business. */
export interface GoldenRecord {
  readonly id: string;
  readonly version?: string;
  readonly [key: string]: unknown;
}

/** What the record expects, and what our code gives, both in plain values; `{ error: true }` for a refusal. */
export interface Comparison {
  readonly expected: unknown;
  readonly actual: unknown;
}

/** A deliberate difference: why, by its number in the list of decisions, and the value that must come instead. */
export interface Difference {
  readonly reason: string;
  readonly expected: unknown;
}

/** One kind of golden file, and how its records are put to our code. */
export interface Topic {
  /** Stem of the golden file: `'collect'`. */
  readonly name: string;
  /** What a record is about that is not built, in a few words; such a record is counted only. Null for all others. */
  notBuilt?(record: GoldenRecord): string | null;
  /** Computes. May keep inputs between records. Null for a record that only carries input. */
  run(record: GoldenRecord, kernels: Kernels): Comparison | null;
  /** Recognises a deliberate difference and computes, apart from the code under test, what must come instead. */
  rule?(record: GoldenRecord, kernels: Kernels): Difference | null;
}

/** A topic whose code has to be waited for. */
export interface AsyncTopic extends Omit<Topic, 'run'> {
  run(record: GoldenRecord, kernels: Kernels): Promise<Comparison | null>;
}

export type AnyTopic = Topic | AsyncTopic;
