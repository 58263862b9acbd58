export { getKernels, setKernels } from './active-kernels.ts';
export {
  type CheckKernelsOptions,
  checkKernels,
  type KernelDifference,
  type KernelReport,
} from './conformance/check-kernels.ts';
export { GroupedRewards } from './grouped-rewards.ts';
export { jsKernels } from './js/js-kernels.ts';
export type {
  CenterOptions,
  EpsilonPlace,
  GivenKernels,
  GroupKernels,
  Kernels,
  LeaveOneOutOptions,
  SegmentOptions,
  SegmentSummaries,
  StandardizeOptions,
  SummarizeOptions,
  Summary,
} from './kernels.ts';
export { kernelsByName, listKernels } from './kernels-by-name.ts';
export { percentile } from './percentile.ts';
export type {
  CenterByWeightOptions,
  CompareWithMeanOptions,
  ScaleByPoolOptions,
  ScaleKernels,
} from './scale-kernels.ts';
export type { Scope, SingletonRule } from './scope.ts';
export type {
  AdvantagesAndReturns,
  DiscountedReturnsOptions,
  GeneralizedAdvantagesOptions,
  MaskedRows,
  MaskedTokens,
  MaskedValues,
  OptimalTokenBaselineOptions,
  RewardedTokens,
  TokenKernels,
  ValuedTokens,
  WeightedTokens,
  WhitenOptions,
} from './token-kernels.ts';
export { hasSimd } from './wasm/simd-probe.ts';
export type { WasmExports } from './wasm/wasm-exports.ts';
export { createWasmKernels } from './wasm/wasm-kernels.ts';
export { withFallback } from './with-fallback.ts';
