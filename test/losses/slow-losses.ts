import type { AggregationName } from '../../ts/losses/aggregation.ts';
import type { ResolvedLossOptions } from '../../ts/losses/loss-options.ts';
import type { TinkerLoss } from '../../ts/losses/loss-settings.ts';

/** One token with all that a loss may look at. */
export interface SlowToken {
  readonly logprob: number;
  readonly old: number;
  readonly ref: number;
  readonly rollout: number;
  readonly advantage: number;
  readonly weight: number;
  readonly isTrained: boolean;
}

/**
 * The loss in obvious code: sums from left to right, formulas as papers have them. What a loss holds constant for its
 * gradient is computed of `frozen`, so that differences in `sequences` are differences of what the gradient is of.
 */
export function slowLoss(
  name: TinkerLoss,
  sequences: readonly (readonly SlowToken[])[],
  options: ResolvedLossOptions,
  frozen: readonly (readonly SlowToken[])[] = sequences,
): number {
  const trained = sequences.map((tokens) => tokens.filter(({ isTrained }) => isTrained));
  let total = 0;
  sequences.forEach((tokens, s) => {
    const product = (trained[s] ?? []).reduce(
      (all, { old, rollout }) => all * Math.exp(old - rollout),
      1,
    );
    tokens.forEach((token, t) => {
      if (!token.isTrained) return;
      const still = frozen[s]?.[t] as SlowToken;
      const share = shareOf(options, trained, s);
      const ratio = options.tisMode === 'sequence' ? product : Math.exp(token.old - token.rollout);
      const correction = options.tisMode === null ? 1 : Math.min(ratio, options.tisCap);
      total += share * correction * token.weight * tokenLoss(name, token, still, options);
      if (options.klBeta > 0) total += share * options.klBeta * klOf(token, still, options);
    });
  });
  return total;
}

function shareOf(
  { aggregation, totals, normLength = 1 }: ResolvedLossOptions,
  trained: readonly (readonly SlowToken[])[],
  s: number,
): number {
  const own = trained[s]?.length ?? 0;
  const tokens = totals?.tokens ?? trained.flat().length;
  const sequences = totals?.sequences ?? trained.filter(({ length }) => length > 0).length;
  switch (aggregation as AggregationName) {
    case 'token-mean':
      return 1 / tokens;
    case 'token-sum':
      return 1;
    case 'seq-mean-token-sum':
      return 1 / sequences;
    case 'seq-mean-token-mean':
      return 1 / own / sequences;
    case 'seq-mean-token-sum-norm':
      return 1 / normLength / sequences;
    case 'group-mean-token-mean':
      // Each sequence is a group of its own.
      return 1 / own / (totals?.groups ?? trained.filter(({ length }) => length > 0).length);
  }
}

function tokenLoss(
  name: TinkerLoss,
  { logprob, old, advantage }: SlowToken,
  still: SlowToken,
  options: ResolvedLossOptions,
): number {
  const { epsClip, epsClipHigh, dualClip, droBeta } = options;
  const bound = (x: number): number =>
    Math.max(-options.maxLogRatio, Math.min(options.maxLogRatio, x));
  const clip = (ratio: number): number =>
    Math.max(1 - epsClip, Math.min(1 + (epsClipHigh ?? epsClip), ratio));
  const ratio = Math.exp(bound(logprob - old));
  switch (name) {
    case 'importance_sampling':
      return -ratio * advantage;
    case 'ppo': {
      const gain = Math.min(ratio * advantage, clip(ratio) * advantage);
      return dualClip !== null && advantage < 0 ? -Math.max(gain, dualClip * advantage) : -gain;
    }
    case 'cispo':
      return -clip(Math.exp(bound(still.logprob - old))) * advantage * logprob;
    case 'dro':
      return -(advantage * logprob - (droBeta / 2) * (logprob - old) ** 2);
    case 'cross_entropy':
      return -logprob;
  }
}

function klOf(token: SlowToken, still: SlowToken, { klType, klCap }: ResolvedLossOptions): number {
  const cap = (x: number): number => Math.max(-klCap, Math.min(klCap, x));
  const d = token.logprob - token.ref;
  const dStill = still.logprob - token.ref;
  switch (klType) {
    case 'k1':
      return cap(d);
    case 'k2':
      return cap(d ** 2 / 2);
    case 'k3':
      return cap(Math.exp(-d) - 1 + d);
    case 'abs':
      return cap(Math.abs(d));
    case 'k1+':
      return cap(dStill) + d ** 2 / 2 - dStill ** 2 / 2;
    case 'k3+':
      return cap(Math.exp(-dStill) - 1 + dStill) + d ** 2 / 2 - dStill ** 2 / 2;
  }
}

/** How close the nearest token is to a place where a loss or its KL term has a kink. */
export function distanceToKinks(
  sequences: readonly (readonly SlowToken[])[],
  options: ResolvedLossOptions,
): number {
  const { epsClip, epsClipHigh, dualClip, maxLogRatio, klCap } = options;
  const distances = sequences.flat().flatMap(({ logprob, old, ref }) => {
    const ratio = Math.exp(logprob - old);
    const d = logprob - ref;
    return [
      ratio - (1 - epsClip),
      ratio - (1 + (epsClipHigh ?? epsClip)),
      ratio - (dualClip ?? Infinity),
      Math.abs(logprob - old) - maxLogRatio,
      d,
      Math.abs(d) - klCap,
      d ** 2 / 2 - klCap,
      Math.exp(-d) - 1 + d - klCap,
    ];
  });
  return Math.min(...distances.map(Math.abs), Infinity);
}
