export type KlType = 'k1' | 'k2' | 'k3' | 'abs' | 'k1+' | 'k3+';

/** An estimate of KL(π ‖ π_ref) at a sampled token, of d = log π − log π_ref. */
export interface KlEstimator {
  readonly value: (d: number) => number;
  /** Its derivative by log π. */
  readonly slope: (d: number) => number;
  /** The slope is that of another estimate, and does not end where the value is bounded. */
  readonly isStraightThrough?: boolean;
}

const k1: KlEstimator = { value: (d) => d, slope: () => 1 };
const k2: KlEstimator = { value: (d) => 0.5 * d * d, slope: (d) => d };
// expm1 keeps the digits that exp(−d) − 1 loses where π is close to π_ref.
const k3: KlEstimator = { value: (d) => Math.expm1(-d) + d, slope: (d) => -Math.expm1(-d) };

/**
 * Estimators of the KL divergence from one sample:
 *
 *     k1    d                 unbiased, any sign; its gradient is 1 everywhere and pulls towards nothing
 *     k2    d² / 2            biased, ≥ 0; its gradient estimates that of the KL without bias
 *     k3    exp(−d) − 1 + d   unbiased, ≥ 0, low variance; its gradient is that of the other KL's direction
 *     abs   |d|               no estimate, a distance; at 0 its slope is 0
 *     k1+   the value of k1 with the gradient of k2
 *     k3+   the value of k3 with the gradient of k2
 *
 * Source: J. Schulman, "Approximating KL Divergence", 2020; the forms with + are verl's `kl_penalty`.
 */
export const klEstimators: Readonly<Record<KlType, KlEstimator>> = {
  k1,
  k2,
  k3,
  abs: { value: Math.abs, slope: Math.sign },
  'k1+': { value: k1.value, slope: k2.slope, isStraightThrough: true },
  'k3+': { value: k3.value, slope: k2.slope, isStraightThrough: true },
};
