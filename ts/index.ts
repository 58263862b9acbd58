export {
  type CollectOptions,
  collectRewardAndAdvantageFromTrajectoryGroups,
} from './advantage/collect.ts';
export {
  AlgorithmConfig,
  type AlgorithmConfigInit,
  type AlgorithmReadOptions,
  type AlgorithmSectionOptions,
} from './config/algorithm-config.ts';
export {
  CompactFilteringConfig,
  type CompactFilteringConfigInit,
} from './config/compact-filtering-config.ts';
export type { ConfigReadOptions } from './config/config-read-options.ts';
export type { EstimatorMapInit } from './config/estimator-map.ts';
export { RejectionSamplingConfig } from './config/rejection-sampling-config.ts';
export { TransformConfig } from './config/transform-config.ts';
export { ConfigError, type ConfigProblem } from './errors/config-error.ts';
export { type ErrorCode, UpperhandError } from './errors/upperhand-error.ts';
export { type OnWarning, type Warning, type WarningKind, warnOnce } from './errors/warning.ts';
export type {
  AdvantageResult,
  AdvantageValues,
  AdvEstimator,
  EstimatorOptions,
  GroupedAdvantages,
  RewardsInput,
  StepAdvantages,
} from './estimators/adv-estimator.ts';
export {
  defineEstimator,
  type EstimatorAbout,
  type SpecEstimator,
} from './estimators/define-estimator.ts';
export { computeDistillReverseKl, type DistillOptions } from './estimators/distill.ts';
export type { EstimatorInput, EstimatorInputs, GivenInput } from './estimators/estimator-input.ts';
export { calculateGrpoAdvantages } from './estimators/grpo.ts';
export { neededInputs } from './estimators/needed-inputs.ts';
export {
  assignToNodes,
  type NodeMask,
  pickSampled,
  scalarAdvantage,
  spreadOverTokens,
} from './estimators/nodes/node-advantages.ts';
export {
  calculateGrpoAdvantagesPerGroup,
  calculateRlooAdvantagesPerGroup,
  type GroupAdvantages,
} from './estimators/per-group.ts';
export { compareSpecs, type SpecDifference } from './estimators/presets/compare-specs.ts';
export { listPresets, type PresetDescription } from './estimators/presets/list-presets.ts';
export { presetEstimator } from './estimators/presets/preset-estimator.ts';
export { presetSpec } from './estimators/presets/preset-registry.ts';
export { type WorkedExample, workedExamples } from './estimators/presets/worked-example.ts';
export { calculatePrpoAdvantages } from './estimators/prpo.ts';
export {
  describeAdvEstimator,
  type EstimatorDescription,
  getAdvEstimator,
  isKnownAdvEstimator,
  isSpecEstimator,
  listAdvEstimators,
  registerAdvEstimator,
  registerRllmAdvEstimator,
} from './estimators/registry.ts';
export { calculateReinforceAdvantages } from './estimators/reinforce.ts';
export { calculateReinforcePlusPlusBaselineAdvantages } from './estimators/reinforce-plus-plus-baseline.ts';
export { calculateRlooAdvantages } from './estimators/rloo.ts';
export { runAdvEstimator } from './estimators/run-adv-estimator.ts';
export {
  type CosineLengthOptions,
  cosineLengthReward,
} from './estimators/shaping/cosine-length-reward.ts';
export { flaggedPenalty } from './estimators/shaping/flagged-penalty.ts';
export {
  groupLengthPenalty,
  type LengthPenaltyWeights,
  type TrajectoryCosts,
} from './estimators/shaping/group-length-penalty.ts';
export { type OverlongOptions, overlongPenalty } from './estimators/shaping/overlong-penalty.ts';
export {
  type RepetitionOptions,
  repetitionPenalty,
} from './estimators/shaping/repetition-penalty.ts';
export { truncatedReward } from './estimators/shaping/truncated-reward.ts';
export type {
  AdvantageSpec,
  BaselineSpec,
  ColumnsSpec,
  CreditSpec,
  MissingRule,
  PostStep,
  RewardStep,
  RowsSpec,
  ScaleSpec,
  SingletonSpec,
  StdScale,
  StdSpec,
  TrackerSpec,
  WhitenStep,
} from './estimators/spec/advantage-spec.ts';
export { checkSpec } from './estimators/spec/check-spec.ts';
export { describeSingleton } from './estimators/spec/describe-singleton.ts';
export { describeSpec } from './estimators/spec/describe-spec.ts';
export { type ExplainedAdvantages, explainSpec } from './estimators/spec/explain-spec.ts';
export type { SpecInputs } from './estimators/spec/spec-input.ts';
export { checkStepSpec } from './estimators/step/check-step-spec.ts';
export {
  defineStepEstimator,
  type StepEstimator,
  type StepEstimatorDefinition,
} from './estimators/step/define-step-estimator.ts';
export { describeStepSpec } from './estimators/step/describe-step-spec.ts';
export { type GigpoOptions, type GigpoSteps, gigpo } from './estimators/step/gigpo.ts';
export { groupStates, type SameState } from './estimators/step/group-states.ts';
export { runStepSpec, type StepOptions } from './estimators/step/run-step-spec.ts';
export { stepReturns } from './estimators/step/step-returns.ts';
export type { StepRows } from './estimators/step/step-rows.ts';
export type { StateCredit, StepSpec } from './estimators/step/step-spec.ts';
export { textSimilarity } from './estimators/step/text-similarity.ts';
export { checkTokenSpec } from './estimators/token/check-token-spec.ts';
export {
  defineTokenEstimator,
  type TokenEstimator,
  type TokenEstimatorDefinition,
} from './estimators/token/define-token-estimator.ts';
export { describeTokenSpec } from './estimators/token/describe-token-spec.ts';
export {
  type DiscountedReturnsRowOptions,
  discountedReturns,
} from './estimators/token/discounted-returns.ts';
export {
  type GeneralizedAdvantagesRowOptions,
  generalizedAdvantages,
} from './estimators/token/generalized-advantages.ts';
export {
  type OptimalTokenBaselineRowOptions,
  optimalTokenBaseline,
} from './estimators/token/optimal-token-baseline.ts';
export { type RunTokenSpecOptions, runTokenSpec } from './estimators/token/run-token-spec.ts';
export {
  paddedOffsets,
  type TokenAdvantages,
  type TokenRows,
} from './estimators/token/token-rows.ts';
export type {
  DiscountedReturnCredit,
  GaeCredit,
  KlStep,
  Lambda,
  OptimalTokenBaselineCredit,
  OutcomeStep,
  TeacherReweightStep,
  TokenCredit,
  TokenSpec,
  TokenStep,
  TokenWhitenStep,
  TurnGroupCredit,
} from './estimators/token/token-spec.ts';
export {
  type WhitenAdvantagesOptions,
  whitenAdvantages,
} from './estimators/token/whiten-advantages.ts';
export {
  type ForgettingOptions,
  forgettingFactor,
} from './estimators/tracker/forgetting-factor.ts';
export { updateBeta } from './estimators/tracker/track.ts';
export {
  type BetaCounts,
  createTrackerState,
  type TrackerState,
  type TrackerStateJson,
  trackerStateFromJSON,
  trackerStateToJSON,
} from './estimators/tracker/tracker-state.ts';
export { withInputs } from './estimators/with-inputs.ts';
export { groupByTaskAndName } from './grouping/group-by-task-and-name.ts';
export {
  applyRejectionSamplingAndFiltering,
  type RejectionOptions,
  type RejectionResult,
} from './grouping/reject-samples.ts';
export {
  createRejectionState,
  type RejectionCounts,
  type RejectionState,
  resetRejectionState,
} from './grouping/rejection-state.ts';
export { shouldMask } from './grouping/should-mask.ts';
export type { GroupingContext, TrajGroupingHook } from './grouping/traj-grouping-hook.ts';
export {
  type TransformOptions,
  type TransformResult,
  transformEpisodesToTrajectoryGroups,
} from './grouping/transform-episodes.ts';
export { isUniformGroup, type UniformGroupOptions } from './grouping/uniform-group.ts';
export { getKernels, setKernels } from './kernels/active-kernels.ts';
export { GroupedRewards } from './kernels/grouped-rewards.ts';
export type { Kernels } from './kernels/kernels.ts';
export { withFallback } from './kernels/with-fallback.ts';
export { type A2poOptions, a2poLoss } from './losses/a2po.ts';
export {
  type AggregationFn,
  type AggregationName,
  type AggregationOptions,
  aggregationWeights,
  type BatchTotals,
} from './losses/aggregation.ts';
export type { BuiltInLoss, BuiltInLosses, OptionsOf } from './losses/built-ins.ts';
export { type CispoOptions, cispoLoss } from './losses/cispo.ts';
export type { ClippedOptions } from './losses/clipped-terms.ts';
export {
  type ClipCovOptions,
  clipCovLoss,
  type KlCovOptions,
  klCovLoss,
} from './losses/covariance.ts';
export { crossEntropyLoss } from './losses/cross-entropy.ts';
export {
  type DefinedLoss,
  defineLoss,
  isDefinedLoss,
  type LossAbout,
  type LossDefinition,
} from './losses/define-loss.ts';
export {
  chordLoss,
  type RefKlOptions,
  refKlLoss,
  type SdarOptions,
  sdarLoss,
} from './losses/distillation.ts';
export {
  type DppoOptions,
  dppoKlLoss,
  dppoTvLoss,
  type IpoOptions,
  ipoLoss,
} from './losses/dppo.ts';
export { droLoss } from './losses/dro.ts';
export { type FipoOptions, fipoLoss } from './losses/fipo.ts';
export { type GmpoOptions, gmpoLoss } from './losses/gmpo.ts';
export { gspoLoss, gspoTokenLoss, luspoLoss } from './losses/gspo.ts';
export { importanceSamplingLoss } from './losses/importance-sampling.ts';
export type { KlType } from './losses/kl-estimators.ts';
export { klLoss } from './losses/kl-loss.ts';
export type { KlRatio } from './losses/kl-terms.ts';
export type { LossFn, LossResult, LossReturn } from './losses/loss-fn.ts';
export type { LossOptions, ResolvedLossOptions } from './losses/loss-options.ts';
export { type LossSettings, lossOptionsOf, TINKER_LOSSES } from './losses/loss-settings.ts';
export { computeScheduleLrMultiplier, type LrStep } from './losses/lr-schedule.ts';
export { type M2poOptions, m2poLoss } from './losses/m2po.ts';
export { type LossPart, mixLosses } from './losses/mix-losses.ts';
export type { NoOptions, OwnOption, OwnOptions } from './losses/own-options.ts';
export { ppoLoss } from './losses/ppo.ts';
export { listLossPresets } from './losses/presets/all.ts';
export type { FrameworkLossPresets, LossPreset } from './losses/presets/loss-preset.ts';
export type { RatioOptions } from './losses/ratio-options.ts';
export { type RealOptions, realLoss } from './losses/real.ts';
export {
  describeLoss,
  getLoss,
  isKnownLoss,
  type LossDescription,
  type LossName,
  listLosses,
  type OwnOptionDescription,
  registerLoss,
} from './losses/registry.ts';
export { reinforceLoss, toprLoss } from './losses/reinforce.ts';
export { type RejectRule, rejectionMask } from './losses/rejection.ts';
export { type RolloutWeightOptions, rolloutWeights } from './losses/rollout-weights.ts';
export { runLoss } from './losses/run-loss.ts';
export { type SapoOptions, sapoLoss } from './losses/sapo.ts';
export { type SdpoOptions, sdpoLoss } from './losses/sdpo.ts';
export { type OptionalTokens, TokenBatch, type TokenBatchInput } from './losses/token-batch.ts';
export type { FlatTokens, TokenSequence } from './losses/token-input.ts';
export type { TokenTerms } from './losses/token-terms.ts';
export { topEntropyMask } from './losses/top-entropy.ts';
export { type TpoOptions, tpoLoss } from './losses/tpo.ts';
export { upLoss } from './losses/up.ts';
export {
  type ValueLossOptions,
  type ValueLossResult,
  type ValueTokens,
  valueLoss,
} from './losses/value-loss.ts';
export { type VespoOptions, vespoLoss } from './losses/vespo.ts';
export { difficultyMetrics, type GroupSignal, groupSignal } from './metrics/difficulty.ts';
export { MetricsAggregator } from './metrics/metrics-aggregator.ts';
export {
  computePassAtK,
  type PassAtK,
  type PassResult,
  unbiasedPassAtK,
} from './metrics/pass-at-k.ts';
export {
  type ByNameOptions,
  reduceMetricsByTrajectoryName,
} from './metrics/reduce-metrics-by-trajectory-name.ts';
export { type ReduceOptions, reduceMetricsLists } from './metrics/reduce-metrics-lists.ts';
export { advantageMetrics, rewardMetrics } from './metrics/role-metrics.ts';
export {
  AdvantageEstimator,
  type EstimatorName,
  toAdvantageEstimator,
} from './types/advantage-estimator.ts';
export type {
  LossAggMode,
  LrSchedule,
  RolloutCorrectionConfig,
  RouterReplay,
  TisMode,
} from './types/algorithm-config.ts';
export type { ChatMessage, ContentPart, ToolCall, ToolDefinition } from './types/chat.ts';
export { createEpisode, type Episode, type EpisodeInit, rolloutIdx } from './types/episode.ts';
export { type IdOptions, type IdSeparator, taskId } from './types/ids.ts';
export type { FinishReason, ModelOutput } from './types/model-output.ts';
export type { SamplingParams } from './types/sampling-params.ts';
export { createStep, type Step, type StepInit } from './types/step.ts';
export { parseTerminationReason, TerminationReason } from './types/termination-reason.ts';
export {
  createTrajectory,
  DEFAULT_TRAJECTORY_NAME,
  type Trajectory,
  type TrajectoryInit,
} from './types/trajectory.ts';
export {
  ALL_GROUPS_ROLE,
  createTrajectoryGroup,
  groupRole,
  type TrajectoryGroup,
  type TrajectoryOrigin,
} from './types/trajectory-group.ts';
