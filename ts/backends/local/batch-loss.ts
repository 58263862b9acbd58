import { aggregationWeights } from '../../losses/aggregation.ts';
import type { LossOptions } from '../../losses/loss-options.ts';
import { lossOptionsOf } from '../../losses/loss-settings.ts';
import { describeLoss } from '../../losses/registry.ts';
import { runLoss } from '../../losses/run-loss.ts';
import type { TokenBatch } from '../../losses/token-batch.ts';
import { topEntropyMask } from '../../losses/top-entropy.ts';
import type { AlgorithmConfig } from '../../types/algorithm-config.ts';
import { roleNeeds } from './batch-needs.ts';
import { toTokenBatch } from './datum.ts';
import type { Derivatives } from './derivatives.ts';
import { advantagesOf, type LocalBatch, type LocalRow } from './local-batch.ts';

/** What the loss of a batch has beside the config's loss, at this step. */
export interface BatchLossSettings {
  /** Tokens that the losses of a role are divided by; null: those that it trains. */
  readonly lossDivisor: number | null;
  /** What Dr.GRPO's aggregation divides by: the most tokens of an answer. */
  readonly normLength: number;
  /** β: the advantage of each token is lessened by β (lp − mean lp of the role's tokens). */
  readonly sampledEntropy: number;
  /** Weight of the mean entropy of all distributions, which is to be large. */
  readonly entropyBonus: number;
  /** Weight of the mean KL(policy ‖ reference) of all distributions, which is to be small. */
  readonly referenceKl: number;
}

export interface BatchLoss {
  readonly derivatives: Derivatives;
  /** `train/{role}/loss`, and what the loss tells about its tokens. */
  readonly metrics: Readonly<Record<string, number>>;
}

/**
 * The loss of a batch: each role has its own, by the map of the config, over all of its tokens together, and they are
 * added. Computed from log-probabilities that are known.
 *
 * @throws UpperhandError as `runLoss` does, and `invalid-argument` for steps without an advantage
 */
export function computeBatchLoss(
  batch: LocalBatch,
  algorithm: AlgorithmConfig,
  settings: BatchLossSettings,
): BatchLoss {
  const places = tokenPlaces(batch.rows);
  const total = places.at(-1) as number;
  const { entropyBonus, referenceKl } = settings;
  const parts = Array.from(rowsByRole(batch.rows), ([role, members]) => ({
    role,
    members,
    ...roleLoss(batch, role, members, algorithm, settings),
  }));
  const hasBonus = entropyBonus > 0 || parts.some(({ entropyCoef }) => entropyCoef > 0);
  const derivatives = {
    dLogprobs: new Float64Array(total),
    ...(hasBonus && { dEntropies: new Float64Array(total) }),
    ...(referenceKl > 0 && { dKl: new Float64Array(total) }),
  };
  const metrics: Record<string, number> = {};
  for (const { role, members, tokens, result, weights, kept, entropyCoef } of parts) {
    members.forEach((member, k) => {
      const at = places[member] as number;
      const [from, to] = [tokens.offsets[k] as number, tokens.offsets[k + 1] as number];
      derivatives.dLogprobs.set(result.dLogprobs.subarray(from, to), at);
      const own = weights.subarray(from, to);
      derivatives.dEntropies?.set(
        own.map((weight, i) => -(entropyBonus + entropyCoef * (kept[from + i] as number)) * weight),
        at,
      );
      derivatives.dKl?.set(
        own.map((weight) => referenceKl * weight),
        at,
      );
    });
    metrics[`train/${role}/loss`] = result.loss;
    for (const [name, value] of Object.entries(result.metrics))
      metrics[`train/${role}/${name}`] = value;
  }
  return { derivatives, metrics };
}

function roleLoss(
  batch: LocalBatch,
  role: string,
  members: readonly number[],
  algorithm: AlgorithmConfig,
  settings: BatchLossSettings,
) {
  const { lossDivisor, normLength } = settings;
  const { loss, options: given } = lossOptionsOf(algorithm, role);
  const totals = lossDivisor === null ? {} : { totals: { tokens: lossDivisor } };
  const options: LossOptions = { normLength, ...given, ...totals };
  const tokens = roleTokens(batch, members, algorithm, settings);
  const result = runLoss(loss, tokens, options);
  const { defaults } = describeLoss(loss);
  const {
    aggregation = 'token-mean',
    topEntropy = 1,
    entropyCoef = 0,
  } = { ...defaults, ...options };
  const { lengthEpsilon = 0 } = defaults;
  const weights = aggregationWeights(aggregation, tokens, { normLength, lengthEpsilon, ...totals });
  const kept = topEntropy < 1 ? topEntropyMask(tokens, topEntropy) : tokens.mask;
  return { tokens, result, weights, kept, entropyCoef };
}

function roleTokens(
  { rows, logprobs: all, oldLogprobs = all, reference, entropies }: LocalBatch,
  members: readonly number[],
  algorithm: AlgorithmConfig,
  { normLength, sampledEntropy }: BatchLossSettings,
): TokenBatch {
  const logprobs = members.map((i) => all[i] as ArrayLike<number>);
  const own = members.map((i) => rows[i] as LocalRow);
  const { role } = own[0] as LocalRow;
  const old = roleNeeds(algorithm, normLength, role).oldLogprobs
    ? members.map((i) => oldLogprobs[i] as ArrayLike<number>)
    : own.map((row) => row.rolloutLogprobs);
  const advantages = own.map(advantagesOf);
  if (sampledEntropy > 0) lessenLikely(own, advantages, old, sampledEntropy);
  const { preset } = describeLoss(lossOptionsOf(algorithm, role).loss);
  const datums = own.map(({ tokens, mask, rolloutLogprobs, group, trajectory }, k) => ({
    tokens,
    mask,
    rolloutLogprobs,
    group: preset?.groups === 'rollout' ? trajectory : group,
    advantages: advantages[k] as Float64Array,
    oldLogprobs: old[k] as ArrayLike<number>,
    ...(reference && { refLogprobs: reference[members[k] as number] as ArrayLike<number> }),
    ...(entropies && { entropies: entropies[members[k] as number] as ArrayLike<number> }),
  }));
  return toTokenBatch(datums, logprobs);
}

/** The sampled entropy term: less advantage for tokens that were likelier than the mean, more for others. */
function lessenLikely(
  rows: readonly LocalRow[],
  advantages: readonly Float64Array[],
  logprobs: readonly ArrayLike<number>[],
  beta: number,
): void {
  let sum = 0;
  let count = 0;
  const visit = (each: (k: number, t: number, logprob: number) => void): void => {
    rows.forEach(({ mask }, k) => {
      mask.forEach((isTrained, t) => {
        if (isTrained === 1) each(k, t, (logprobs[k] as ArrayLike<number>)[t] as number);
      });
    });
  };
  visit((_, __, logprob) => {
    sum += logprob;
    count++;
  });
  visit((k, t, logprob) => {
    const own = advantages[k] as Float64Array;
    own[t] = (own[t] as number) - beta * (logprob - sum / count);
  });
}

function tokenPlaces(rows: readonly LocalRow[]): number[] {
  const places = [0];
  for (const { tokens } of rows) places.push((places.at(-1) as number) + tokens.length);
  return places;
}

/** The places of the rows of each role, in the order in which roles appear. */
function rowsByRole(rows: readonly LocalRow[]): Map<string, number[]> {
  const byRole = new Map<string, number[]>();
  rows.forEach(({ role }, i) => {
    const members = byRole.get(role);
    if (members) members.push(i);
    else byRole.set(role, [i]);
  });
  return byRole;
}
