/** The ratio of the policy that is trained to another one, token by token. [tokens] each */
export interface ImportanceRatio {
  /** log π − log π_old, held within ±maxLogRatio. */
  readonly logRatios: Float64Array;
  readonly ratios: Float64Array;
  /** ∂ratio/∂log π: the ratio; 0 for one that was held. */
  readonly slopes: Float64Array;
}

/** π/π_old, with the log of the ratio held within ±maxLogRatio. At the very bound it still moves. */
export function importanceRatio(
  logprobs: Float64Array,
  oldLogprobs: Float64Array,
  maxLogRatio: number,
): ImportanceRatio {
  const { length } = logprobs;
  const logRatios = new Float64Array(length);
  const ratios = new Float64Array(length);
  const slopes = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const free = (logprobs[i] as number) - (oldLogprobs[i] as number);
    const held = clamp(free, -maxLogRatio, maxLogRatio);
    const ratio = Math.exp(held);
    logRatios[i] = held;
    ratios[i] = ratio;
    slopes[i] = held === free ? ratio : 0;
  }
  return { logRatios, ratios, slopes };
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
