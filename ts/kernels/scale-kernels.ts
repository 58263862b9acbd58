import type { Scope, SingletonRule } from './scope.ts';

/**
 * Kernels that compare values by weight, with their mean, or with the pool. What holds for all kernels holds here.
 *
 * Weights are finite and not negative, one a value; where one is 0 the value plays no part in a mean or a std, whatever
 * it is. A call with a weight that is neither returns false, and what is in `out` then is of no use.
 */
export interface ScaleKernels {
  /**
   * out = values − Σ w x / Σ w of the group; NaN where there is no weight.
   *
   * Both sums run one after the other over groups of up to 128; the mean of a larger one is that of
   * {@link ScaleKernels.scaleByPool}.
   */
  centerByWeight(
    values: Float64Array,
    weights: Float64Array,
    offsets: Uint32Array,
    options: CenterByWeightOptions,
    out: Float64Array,
  ): boolean;

  /** out = (values − mean) / (mean + epsilon), with the mean of the group. The divisor is rounded first. */
  compareWithMean(
    values: Float64Array,
    offsets: Uint32Array,
    options: CompareWithMeanOptions,
    out: Float64Array,
  ): void;

  /**
   * out = (r − m) / divisor of residuals r = values − baseline, with the mean m and the std of all residuals of the call.
   * With weights, each residual counts as often as its weight says.
   *
   * With n residuals, or n = Σ w, and c = `countEpsilon`: m = sum / (n + c), variance = squares / max(n − ddof, 0) where
   * c is 0, else squares / (n + c) · (n / max(n − ddof, 0)). Sums without weights are pairwise. Those with weights are
   * taken over blocks of 128, one after the other, about the mean of the blocks before, and within a block over every
   * fourth; `js/weighted-moments.ts` has how they come together.
   */
  scaleByPool(
    values: Float64Array,
    weights: Float64Array | null,
    offsets: Uint32Array,
    options: ScaleByPoolOptions,
    out: Float64Array,
  ): boolean;
}

export interface CenterByWeightOptions {
  /** What a group of one becomes: `'raw'` leaves the value, `'zero'` gives 0, `'member'` is as any other. */
  readonly singleton: SingletonRule;
}

export interface CompareWithMeanOptions {
  /** Added to the mean that divides. */
  readonly epsilon: number;
  /** What a group becomes whose mean is not above 0: 0, or (`'divide'`) what the division gives. */
  readonly nonPositive: 'divide' | 'zero';
  /** What a group of one becomes: `'raw'` leaves the value, `'zero'` gives 0, `'member'` is as any other. */
  readonly singleton: SingletonRule;
}

export interface ScaleByPoolOptions {
  /** Whose mean is subtracted first; `'none'` subtracts nothing. */
  readonly baseline: Scope | 'none';
  /** With a group baseline: what the residual of a group of one is. `'raw'`: the value, `'zero'`: 0. */
  readonly singleton: SingletonRule;
  /**
   * `'subtract'`: the std is about the mean of the residuals, and it is subtracted; `'keep'`: nothing is subtracted;
   * `'zero'`: nor is the std about it, but about 0.
   */
  readonly mean: 'subtract' | 'keep' | 'zero';
  readonly ddof: number;
  readonly epsilon: number;
  /** std + ε; sqrt(variance + ε); or sqrt(max(variance, ε)). */
  readonly epsilonPlace: 'outside' | 'inside' | 'floor';
  /** Added to the count that sums are divided by. */
  readonly countEpsilon: number;
}
