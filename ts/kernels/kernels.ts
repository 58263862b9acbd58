import type { ScaleKernels } from './scale-kernels.ts';
import type { Scope, SingletonRule } from './scope.ts';
import type { TokenKernels } from './token-kernels.ts';

/**
 * The contract between the numbers and everything above them.
 *
 * A kernel knows flat values cut into groups by offsets, and nothing about reinforcement learning. Every
 * implementation gives the same bits for the same input (NaN counts as NaN), so that a faster one can be
 * swapped in by `setKernels`, by `withFallback`, or by the `kernels` option of any function that computes.
 *
 * Rules that hold for every call:
 *
 * - Sums run in NumPy's pairwise order over the segment they belong to (see `js/pairwise-sum.ts`); no FMA,
 *   no reassociation. mean = sum / n; std = sqrt(sum((x − mean)²) / max(n − ddof, 0)).
 * - `offsets` has one entry more than there are groups, ascends from 0 to `values.length`, and is not
 *   checked again. Empty groups are legal: they write nothing.
 * - `out` has the length of `values` and may be `values` itself. Nothing but `out` is written.
 * - NaN and infinities follow the arithmetic.
 */
export interface Kernels extends GroupKernels, TokenKernels, ScaleKernels {}

/** Kernels as they may be given: calls over tokens and scales that are missing are computed in JavaScript. */
export type GivenKernels = GroupKernels & Partial<TokenKernels & ScaleKernels>;

/** The calls over grouped values that all kernels have. */
export interface GroupKernels {
  /** A short name for messages and tables: `'js'`, `'wasm-simd'`, or yours. */
  readonly name: string;

  /** Count, sum, mean, std, min, max and the number of small values of the whole array. */
  summarize(values: Float64Array, options?: SummarizeOptions): Summary;

  /** Mean, std, min and max of each group. */
  segmentSummaries(
    values: Float64Array,
    offsets: Uint32Array,
    options?: SegmentOptions,
  ): SegmentSummaries;

  /** out = values − mean, of the group or of the pool. */
  center(
    values: Float64Array,
    offsets: Uint32Array,
    options: CenterOptions,
    out: Float64Array,
  ): void;

  /**
   * out = (values − mean) / (std + epsilon), with mean and std of the group or of the pool. The divisor is rounded
   * first; each element is a true division by it.
   */
  standardize(
    values: Float64Array,
    offsets: Uint32Array,
    options: StandardizeOptions,
    out: Float64Array,
  ): void;

  /** out = k · (values − mean of the group) with k = n / (n − 1), rounded first: value − mean of the others. */
  leaveOneOut(
    values: Float64Array,
    offsets: Uint32Array,
    options: LeaveOneOutOptions,
    out: Float64Array,
  ): void;
}

/**
 * Where epsilon enters the divisor: `'outside'` the root, std + epsilon; or `'inside'`, sqrt(variance + epsilon).
 */
export type EpsilonPlace = 'outside' | 'inside';

export interface SummarizeOptions {
  /** Divisor of the variance is n − ddof. Default 0, the population. */
  readonly ddof?: number;
  /** `countBelow` counts the values with |x| < threshold. Default 0, which counts none. */
  readonly threshold?: number;
}

export interface SegmentOptions {
  /** Divisor of the variance is n − ddof. Default 0, the population. */
  readonly ddof?: number;
}

export interface CenterOptions {
  /** Whose mean is subtracted. */
  readonly baseline: Scope;
  /** With a group baseline: what a group of one becomes. `'raw'` leaves the value, `'zero'` gives 0. */
  readonly singleton: SingletonRule;
}

export interface StandardizeOptions {
  /** Whose mean is subtracted; `'none'` subtracts nothing. */
  readonly baseline: Scope | 'none';
  /** Whose std divides. */
  readonly scale: Scope;
  /**
   * What the std is taken of: the `values` as they came, or the `residuals` that are left when the baseline is
   * subtracted (whose own mean is taken again). Within one scope the two are the same number but for rounding.
   */
  readonly scaleOf: 'values' | 'residuals';
  /** Divisor of the variance is n − ddof. */
  readonly ddof: number;
  readonly epsilon: number;
  readonly epsilonPlace: EpsilonPlace;
  /** What a group of one becomes, where the baseline or the scale is the group's. */
  readonly singleton: SingletonRule;
}

export interface LeaveOneOutOptions {
  /** What a group of one becomes: `'raw'` leaves the value, `'zero'` gives 0, `'member'` gives NaN (1/0 · 0). */
  readonly singleton: SingletonRule;
}

export interface Summary {
  readonly count: number;
  readonly sum: number;
  /** NaN when there are no values. */
  readonly mean: number;
  /** NaN when there are no values. */
  readonly std: number;
  /** NaN when there are no values or one of them is NaN; a zero is always +0. */
  readonly min: number;
  /** NaN when there are no values or one of them is NaN; a zero is always +0. */
  readonly max: number;
  /** Values with |x| < threshold; NaN is not below anything. */
  readonly countBelow: number;
}

/** One entry a group; an empty group has NaN in all four. */
export interface SegmentSummaries {
  readonly mean: Float64Array;
  readonly std: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}
