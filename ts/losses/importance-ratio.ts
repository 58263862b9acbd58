import type { TokenBatch } from './token-batch.ts';
import type { TokenTerms } from './token-terms.ts';

/** The ratio of the policy that is trained to another one, token by token. [tokens] each */
export interface ImportanceRatio {
  /** log π − log π_old, held within ±maxLogRatio. */
  readonly logRatios: Float64Array;
  readonly ratios: Float64Array;
  /** ∂ratio/∂log π: the ratio; 0 for one that was held. */
  readonly slopes: Float64Array;
}

/**
 * Whose ratio a token has:
 *
 *     token            ρ, its own
 *     sequence         s = exp(mean log ρ) over the trained tokens of its sequence (GSPO); each of them moves s
 *     sequence-token   the value of s, the slope of the token's own: sg(s) π / sg(π) (GSPO-token)
 *     product          Π ρ over the trained tokens of its sequence, the ratio of whole answers (TRL's RLOO)
 */
export type RatioLevel = 'token' | 'sequence' | 'sequence-token' | 'product';

export const RATIO_LEVELS: readonly RatioLevel[] = [
  'token',
  'sequence',
  'sequence-token',
  'product',
];

/** The policy that ratios are taken to. */
export type RatioTo = 'old' | 'rollout';

export interface SlopedRatio {
  readonly ratios: Float64Array;
  /** The slopes of losses of which `dRatios` are the derivatives by the ratio of the token. */
  readonly slopesOf: (dRatios: Float64Array) => TokenTerms['slopes'];
}

/** π/π_old, with the log of the ratio held within ±maxLogRatio. At the very bound it still moves. */
export function importanceRatio(
  logprobs: Float64Array,
  oldLogprobs: Float64Array,
  maxLogRatio: number,
): ImportanceRatio {
  return holdRatios(
    logprobs.map((logprob, i) => logprob - (oldLogprobs[i] as number)),
    maxLogRatio,
  );
}

/** The ratio at a level; the bound holds the ratio of that level. */
export function leveledRatio(
  batch: TokenBatch,
  ratioLevel: RatioLevel,
  maxLogRatio: number,
  ratioTo: RatioTo,
): ImportanceRatio & SlopedRatio {
  const old = batch.require(ratioTo === 'old' ? 'oldLogprobs' : 'rolloutLogprobs');
  const free = batch.logprobs.map((logprob, i) => logprob - (old[i] as number));
  const held = holdRatios(joined(free, batch, ratioLevel), maxLogRatio);
  const own = (dRatios: Float64Array): Float64Array =>
    // A ratio that overflows may be one that no loss looks at.
    dRatios.map((d, i) => (d === 0 ? 0 : d * (held.slopes[i] as number)));
  if (ratioLevel === 'token' || ratioLevel === 'sequence-token') return { ...held, slopesOf: own };
  // The log of the joint ratio is a sum or mean of log-probabilities: each token gets the sum or mean of what all pull.
  const slopesOf = (dRatios: Float64Array) => (weights: Float64Array) =>
    joined(
      own(dRatios).map((d, i) => d * (weights[i] as number)),
      batch,
      ratioLevel,
    );
  return { ...held, slopesOf };
}

function joined(values: Float64Array, batch: TokenBatch, level: RatioLevel): Float64Array {
  if (level === 'token') return values;
  return level === 'product'
    ? spread(sequenceSums(values, batch), batch)
    : sequenceMeans(values, batch);
}

/** The mean over the trained tokens of each sequence, at each of them; 0 elsewhere. */
export function sequenceMeans(values: Float64Array, batch: TokenBatch, epsilon = 0): Float64Array {
  const { trained } = batch;
  return spread(
    sequenceSums(values, batch),
    batch,
    (sum, s) => sum / ((trained[s] ?? 0) + epsilon),
  );
}

/** The sum over the trained tokens of each sequence. [sequences] */
export function sequenceSums(values: Float64Array, { mask, offsets }: TokenBatch): Float64Array {
  const sums = new Float64Array(offsets.length - 1);
  sums.forEach((_, s) => {
    let sum = 0;
    for (let i = offsets[s] as number; i < (offsets[s + 1] as number); i++)
      if (mask[i] === 1) sum += values[i] as number;
    sums[s] = sum;
  });
  return sums;
}

/** What is of a sequence, at each of its trained tokens; 0 elsewhere. */
export function spread(
  ofSequences: Float64Array,
  { mask, offsets }: TokenBatch,
  at: (value: number, sequence: number) => number = (value) => value,
): Float64Array {
  const tokens = new Float64Array(mask.length);
  ofSequences.forEach((value, s) => {
    const here = at(value, s);
    for (let i = offsets[s] as number; i < (offsets[s + 1] as number); i++)
      if (mask[i] === 1) tokens[i] = here;
  });
  return tokens;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

function holdRatios(free: Float64Array, maxLogRatio: number): ImportanceRatio {
  const logRatios = free.map((logRatio) => clamp(logRatio, -maxLogRatio, maxLogRatio));
  const ratios = logRatios.map(Math.exp);
  const slopes = ratios.map((ratio, i) => (logRatios[i] === free[i] ? ratio : 0));
  return { logRatios, ratios, slopes };
}
