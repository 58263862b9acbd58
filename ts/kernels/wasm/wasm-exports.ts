/**
 * What the module of `crates/kernels-wasm` exports; its head explains arenas, option codes and status codes. Useful
 * directly to those who keep their rewards inside the module's memory and want nothing copied.
 */
export interface WasmExports {
  /** A `WebAssembly.Memory`, in words of our own: not everyone has the types of WebAssembly. */
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  reserve(values: number, offsets: number): number;
  release(): void;
  valuesPointer(): number;
  offsetsPointer(): number;
  valuesCapacity(): number;
  offsetsCapacity(): number;
  summarize(
    valuesAt: number,
    count: number,
    ddof: number,
    threshold: number,
    outAt: number,
  ): number;
  segmentSummaries(
    valuesAt: number,
    count: number,
    offsetsAt: number,
    groups: number,
    ddof: number,
    outAt: number,
  ): number;
  center(
    valuesAt: number,
    count: number,
    offsetsAt: number,
    groups: number,
    outAt: number,
    baseline: number,
    singleton: number,
  ): number;
  standardize(
    valuesAt: number,
    count: number,
    offsetsAt: number,
    groups: number,
    outAt: number,
    baseline: number,
    scale: number,
    scaleOf: number,
    ddof: number,
    epsilon: number,
    epsilonPlace: number,
    singleton: number,
  ): number;
  leaveOneOut(
    valuesAt: number,
    count: number,
    offsetsAt: number,
    groups: number,
    outAt: number,
    singleton: number,
  ): number;
  centerByWeight(
    valuesAt: number,
    weightsAt: number,
    count: number,
    offsetsAt: number,
    groups: number,
    singleton: number,
  ): number;
  compareWithMean(
    valuesAt: number,
    count: number,
    offsetsAt: number,
    groups: number,
    epsilon: number,
    zeroUnlessPositive: number,
    singleton: number,
  ): number;
  scaleByPool(
    valuesAt: number,
    weightsAt: number,
    count: number,
    offsetsAt: number,
    groups: number,
    weighted: number,
    baseline: number,
    poolMean: number,
    ddof: number,
    epsilon: number,
    epsilonPlace: number,
    countEpsilon: number,
    singleton: number,
  ): number;
  reserveMask(bytes: number): number;
  maskPointer(): number;
  maskCapacity(): number;
  discountedReturns(
    rewardsAt: number,
    count: number,
    offsetsAt: number,
    rows: number,
    gammaAt: number,
    masked: number,
    maskedTokens: number,
    zeroUntrained: number,
  ): number;
  generalizedAdvantages(
    rewardsAt: number,
    valuesAt: number,
    count: number,
    offsetsAt: number,
    rows: number,
    gammaAt: number,
    lambdaAt: number,
    bootstrapAt: number,
    masked: number,
    maskedTokens: number,
    zeroUntrained: number,
  ): number;
  whitenTokens(
    valuesAt: number,
    count: number,
    offsetsAt: number,
    segments: number,
    masked: number,
    mean: number,
    divide: number,
    ddof: number,
    epsilon: number,
    epsilonPlace: number,
    countEpsilon: number,
  ): number;
  optimalTokenBaseline(
    rewardsAt: number,
    weightsAt: number,
    count: number,
    offsetsAt: number,
    rows: number,
    membersAt: number,
    groupsAt: number,
    groups: number,
    masked: number,
    epsilon: number,
    zeroTail: number,
    align: number,
  ): number;
}
