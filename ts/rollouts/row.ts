/** Where a rollout stands in its file. */
export interface RolloutOrigin {
  /** Name of the file or stream; of a file in an archive `archive.zip/member.jsonl`. */
  readonly source: string;
  /** Where its record begins, counted from 1; the number of the record where a file has no lines for them (Parquet, JSON and YAML documents). */
  readonly line: number;
  /** Bytes from the start of the source (unpacked) to that line; 0 where there are no lines. */
  readonly offset: number;
  /** Which rollout of its record it is, counted from 0; absent where records hold one. */
  readonly item?: number;
  /** Which attempt at the task this is, where the file says so. */
  readonly rolloutIndex: string | null;
}

/** What a file says of a rollout beside its reward; absent where it does not. */
export interface RolloutFacts {
  /** The training step. Rollouts of different steps are not compared. */
  readonly step?: string | number;
  /** The part of the data: `'train'`, `'val'`, `'eval'` … Rollouts of different splits are not compared. */
  readonly split?: string;
  /** Why the rollout ended, in the file's own word. */
  readonly termination?: string;
  /** An error ended it. */
  readonly failed?: boolean;
  /** A limit ended it. */
  readonly truncated?: boolean;
  /** Tokens that the policy wrote. */
  readonly responseTokens?: number;
  /** Characters that the policy wrote, where the file does not count tokens. */
  readonly responseChars?: number;
  /** Version of the weights that sampled it, the oldest of several. */
  readonly weightVersion?: number;
  /** How many versions older than those that were trained its weights are. */
  readonly age?: number;
}

/** One rollout as the advantage engine needs it: which group, which role, which reward. No texts. */
export interface RolloutRow extends RolloutOrigin, RolloutFacts {
  /** What is compared with each other: the task. */
  readonly group: string;
  /** The agent; `'all_groups'` when the file names none. */
  readonly role: string;
  /** Null when nobody scored it, which is not 0. May be NaN or infinite. */
  readonly reward: number | null;
  /**
   * Equal groups of different sets are not compared: the source with `separateSources`, step and split where the file
   * tells, as in `'step 3 · train'`. Absent where there is nothing of these.
   */
  readonly set?: string;
}
