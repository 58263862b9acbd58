/** One rollout as the advantage engine needs it: which group, which role, which reward. No texts. */
export interface RolloutRow {
  /** Name of the file or stream. */
  readonly source: string;
  /** Where its record begins, counted from 1. */
  readonly line: number;
  /** Bytes from the start of the source to that line. */
  readonly offset: number;
  /** What is compared with each other: the task. */
  readonly group: string;
  /** The agent; `'all_groups'` when the file names none. */
  readonly role: string;
  /** Null when nobody scored it, which is not 0. May be NaN or infinite. */
  readonly reward: number | null;
  /** Which attempt at the task this is, where the file says so. */
  readonly rolloutIndex: string | null;
}
