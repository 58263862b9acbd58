export type RejectionMode = 'none' | 'episode' | 'group';

/** Section `rllm.rejection_sample`: which groups are worth training on. */
export interface RejectionSamplingConfig {
  /** `'episode'` collects until enough tasks are solved in part; `'group'` is not implemented, as in rLLM. */
  readonly mode: RejectionMode;
  /** Smaller groups are dropped, in every mode. Default 2. */
  readonly minTrajsPerGroup: number;
  /** In mode `'episode'`: tasks with some but not all attempts right that a batch needs. Default 1. */
  readonly minPartialSolveTasks: number;
  /** Drop groups without any signal; acts in the asynchronous buffer only. Default false. */
  readonly filterUniformGroups: boolean;
}
