/** Where a rollout stands in its file. */
export interface RolloutOrigin {
  /** Name of the file or stream. */
  readonly source: string;
  /** Where its record begins, counted from 1. */
  readonly line: number;
  /** Bytes from the start of the source to that line. */
  readonly offset: number;
  /** Which attempt at the task this is, where the file says so. */
  readonly rolloutIndex: string | null;
}

/** One rollout as the advantage engine needs it: which group, which role, which reward. No texts. */
export interface RolloutRow extends RolloutOrigin {
  /** What is compared with each other: the task. */
  readonly group: string;
  /** The agent; `'all_groups'` when the file names none. */
  readonly role: string;
  /** Null when nobody scored it, which is not 0. May be NaN or infinite. */
  readonly reward: number | null;
  /**
   * Equal groups of different sets are not compared: with `separateSources` the name of the source. Absent where all
   * rows are one set.
   */
  readonly set?: string;
}
