import fc from 'fast-check';
import type { AggregationName } from '../../ts/losses/aggregation.ts';
import { aggregations } from '../../ts/losses/aggregation.ts';
import { type KlType, klEstimators } from '../../ts/losses/kl-estimators.ts';
import { type ResolvedLossOptions, resolveLossOptions } from '../../ts/losses/loss-options.ts';
import type { FlatTokens } from '../../ts/losses/token-input.ts';
import type { SlowToken } from './slow-losses.ts';

const between = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true });

/** Policies that have drifted apart by up to about a nat. */
const token: fc.Arbitrary<SlowToken> = fc
  .record({
    logprob: between(-5, 0),
    toOld: between(-1, 1),
    toRef: between(-1.5, 1.5),
    toRollout: between(-0.5, 0.5),
    advantage: between(-2, 2),
    weight: between(-0.5, 2),
    isTrained: fc.boolean(),
  })
  .map(({ logprob, toOld, toRef, toRollout, ...rest }) => ({
    ...rest,
    logprob,
    old: logprob + toOld,
    ref: logprob + toRef,
    rollout: logprob + toOld + toRollout,
  }));

/** Batches with empty sequences, and such without a trained token. */
export const sequencesOfTokens: fc.Arbitrary<SlowToken[][]> = fc.array(
  fc.array(token, { maxLength: 5 }),
  { maxLength: 4 },
);

/** Everything that may be set, for one aggregation and one KL estimate. */
export function lossOptions(
  aggregation: AggregationName,
  klType: KlType,
): fc.Arbitrary<ResolvedLossOptions> {
  return fc
    .record({
      epsClip: between(0.05, 1.2),
      epsClipHigh: fc.option(between(0.05, 1)),
      dualClip: fc.constantFrom(null, 1.5, 3),
      maxLogRatio: fc.constantFrom(Infinity, 0.7),
      droBeta: between(0, 1),
      klBeta: fc.constantFrom(0, 0.1, 1),
      klCap: fc.constantFrom(Infinity, 0.5),
      tisMode: fc.constantFrom(null, 'token' as const, 'sequence' as const),
      tisCap: fc.constantFrom(1.1, 5, Infinity),
      normLength: between(1, 10),
      totals: fc.constantFrom({}, { tokens: 7 }, { tokens: 7, sequences: 3 }),
    })
    .map((options) => resolveLossOptions({ aggregation, klType, ...options }));
}

export const aggregationNames = Object.keys(aggregations) as AggregationName[];
export const klTypeNames = Object.keys(klEstimators) as KlType[];

/** Tokens as losses take them. */
export function flat(sequences: readonly (readonly SlowToken[])[]): FlatTokens {
  const tokens = sequences.flat();
  const offsets = [0];
  for (const { length } of sequences) offsets.push((offsets.at(-1) as number) + length);
  return {
    offsets,
    logprobs: tokens.map(({ logprob }) => logprob),
    oldLogprobs: tokens.map(({ old }) => old),
    refLogprobs: tokens.map(({ ref }) => ref),
    rolloutLogprobs: tokens.map(({ rollout }) => rollout),
    advantages: tokens.map(({ advantage }) => advantage),
    weights: tokens.map(({ weight }) => weight),
    mask: tokens.map(({ isTrained }) => isTrained),
    groups: sequences.map((_, s) => s),
  };
}
