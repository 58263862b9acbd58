/** Section `rllm.async_training`: training while rollouts go on. */
export interface AsyncTrainingConfig {
  /** Default false. */
  readonly enable: boolean;
  /** Groups of episodes for one optimizer step. Default 1. */
  readonly miniBatchSize: number;
  /** Groups for one forward and backward pass; divides `miniBatchSize`, which is its default. */
  readonly fwdBwdGroupSize: number;
  /** 0: on-policy. Default 0. */
  readonly stalenessThreshold: number;
  /** Optimizer steps between two versions of the rollout weights. Default 1. */
  readonly triggerParameterSyncStep: number;
  /** Whether rollouts in flight go on with new weights. Default true. */
  readonly partialRollout: boolean;
  /** Null: pending episodes stay in memory. */
  readonly episodeOffloadDir: string | null;
  /** Null: waiting groups stay in memory. */
  readonly trajectoryGroupOffloadDir: string | null;
}
