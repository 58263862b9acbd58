/** What can be wrong with a record, or worth a look. */
export type ProblemKind = SkippedKind | NotedKind;

/** The record, or the whole file where `line` is null, gave no row. */
export type SkippedKind =
  | 'unreadable'
  | 'empty-file'
  | 'not-text'
  | 'lfs-pointer'
  | 'packed-too-tightly'
  | 'trailing-bytes'
  | 'line-too-long'
  | 'torn-record'
  | 'placeholder'
  | 'malformed-json'
  | 'malformed-csv'
  | 'malformed-yaml'
  | 'malformed-parquet'
  | 'unknown-format'
  | 'not-a-rollout'
  | 'missing-group'
  | 'invalid-group'
  | 'invalid-role'
  | 'invalid-reward'
  | 'invalid-content'
  | DoubleKind;

/**
 * The record gave no row, and nothing is lost by it: its rollout is there in another. A `rollout-part` is a record of which a
 * rollout has many, such as a span of its trace.
 */
export type DoubleKind = 'repeated-rollout' | 'earlier-output' | 'rollout-part';

/** The record gave its row all the same. */
export type NotedKind =
  | 'missing-reward'
  | 'non-finite-reward'
  | 'invalid-utf8'
  | 'glued-records'
  | 'repeated-rollout'
  | 'mixed-tasks'
  | 'mixed-formats'
  | 'odd-index'
  | 'unused-reward-key'
  | 'guessed'
  | 'trailing-bytes'
  | 'uneven-groups'
  | 'side-file';

/** One finding, with its place. */
export interface RolloutProblem {
  readonly source: string;
  /** Counted from 1; null when it concerns the whole file. */
  readonly line: number | null;
  /** Bytes from the start of the file to the line, or to the very byte that the message names; of `trailing-bytes`, packed ones. */
  readonly offset: number;
  readonly kind: ProblemKind;
  /** A complete clause: what was expected and what came. */
  readonly message: string;
  /** Whether a record gave no row for this reason. */
  readonly skipped: boolean;
}

/**
 * Thrown by a format for a record that it cannot read, and caught by the reader, which knows the place. No Error:
 * a damaged file has millions of them, and nobody reads their stacks.
 */
export class Refusal {
  readonly kind: SkippedKind;
  readonly message: string;

  constructor(kind: SkippedKind, message: string) {
    this.kind = kind;
    this.message = message;
  }
}
