/** A number with its 95 % interval; the ends are NaN where fewer than two tasks tell. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A measure of two runs, A and B. */
export interface Contrast {
  /** `'reward'`, `'pass@4'`, `'tokens'` or `'chars'`. */
  readonly measure: string;
  readonly a: Estimate;
  readonly b: Estimate;
  /** B − A over the tasks that both have. */
  readonly difference: Estimate;
  /** How many tasks the difference is over. */
  readonly tasks: number;
}

/** A task that both runs have, by the mean of its finite rewards. */
export interface TaskChange {
  readonly task: string;
  readonly a: number;
  readonly b: number;
  readonly change: number;
}

/** Tasks, as B does at them beside A. */
export interface TaskTally {
  readonly onlyA: number;
  readonly onlyB: number;
  /** Tasks that both have a finite reward of. */
  readonly both: number;
  /** The mean reward of B is higher, lower, or the same. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** The largest changes first. */
  readonly changes: readonly TaskChange[];
}

/** How the advantages of the same rollouts agree: same set, task, role and attempt. */
export interface AdvantageAgreement {
  readonly pairs: number;
  /** Share of pairs whose advantages are both above 0, both below or both 0. */
  readonly sameSign: number;
  /** Pearson's; NaN where one side does not vary. */
  readonly correlation: number;
  /** Share of pairs of the same length, among those whose lengths are known; NaN where none are. */
  readonly sameLength: number;
}

export interface RoleComparison {
  readonly role: string;
  readonly contrasts: readonly Contrast[];
  readonly tasks: TaskTally;
  /** Null where no rollout is in both. */
  readonly advantages: AdvantageAgreement | null;
}

/** Two runs, or two steps of one. */
export interface Comparison {
  /** Of those roles that both have. */
  readonly roles: readonly RoleComparison[];
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
}
