import type { EstimatorName } from './advantage-estimator.ts';

export type LrSchedule = 'constant' | 'linear' | 'cosine';
export type LossAggMode = 'token-mean' | 'seq-mean-token-sum' | 'seq-mean-token-mean';
export type TisMode = 'token' | 'sequence';
export type RouterReplay = 'disabled' | 'R2' | 'R3';

/** Truncated importance sampling between the policy that sampled and the one that trains. */
export interface RolloutCorrectionConfig {
  readonly tisMode: TisMode | null;
  /** True: π_old is the rollout policy; false: recompute it; null: the backend's choice. */
  readonly bypassMode: boolean | null;
  /** Upper clamp of the ratio. 5 when made in code, 2 when read from a config section (as in rLLM). */
  readonly tisCap: number;
}

/** Section `rllm.algorithm`: how advantages are computed and how the policy is updated with them. */
export interface AlgorithmConfig {
  /** YAML `adv_estimator`. Default `'grpo'`. */
  readonly estimator: EstimatorName;
  /** Another estimator for single roles. */
  readonly estimatorMap: Readonly<Record<string, EstimatorName>>;
  /** Another loss for single roles. */
  readonly lossFnMap: Readonly<Record<string, string>>;
  /** Every step of a trajectory gets the trajectory's advantage. */
  readonly stepwiseAdvantageMode: 'broadcast';
  /** False: GRPO only centres (Dr.GRPO). Default true. */
  readonly normAdvByStdInGrpo: boolean;
  /** Advantages that the workflow wrote on the steps are used as they are. Default false. */
  readonly usePrecomputedAdvantage: boolean;
  /** Null: the backend's default. */
  readonly lossFn: string | null;
  readonly lrSchedule: LrSchedule;
  /** ≤ 0: `warmupStepsRatio` decides. Default −1. */
  readonly warmupSteps: number;
  readonly warmupStepsRatio: number;
  readonly klBeta: number;
  /** Default 0.2. */
  readonly epsClip: number;
  /** Null: same as `epsClip`. */
  readonly epsClipHigh: number | null;
  /** Null: the backend's default. */
  readonly lossAggMode: LossAggMode | null;
  readonly rolloutCorrection: RolloutCorrectionConfig;
  readonly routerReplay: RouterReplay;
}
