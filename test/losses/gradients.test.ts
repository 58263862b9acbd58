import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveLossOptions } from '../../ts/losses/loss-options.ts';
import { TINKER_LOSSES as names } from '../../ts/losses/loss-settings.ts';
import { runLoss } from '../../ts/losses/run-loss.ts';
import { TokenBatch } from '../../ts/losses/token-batch.ts';
import { SEED } from '../support/arbitrary-rewards.ts';
import {
  aggregationNames,
  flat,
  klTypeNames,
  lossOptions,
  sequencesOfTokens,
} from './arbitrary-tokens.ts';
import { expectNear } from './near.ts';
import { distanceToKinks, type SlowToken, slowLoss } from './slow-losses.ts';

const combinations = names.flatMap((name) =>
  aggregationNames.flatMap((aggregation) =>
    klTypeNames.map((klType) => ({ name, aggregation, klType })),
  ),
);

/** Half the width of a difference; its square is what the difference is off by, in float64. */
const STEP = 1e-5;

function moved(
  sequences: readonly (readonly SlowToken[])[],
  at: readonly [number, number],
  by: number,
): SlowToken[][] {
  return sequences.map((tokens, s) =>
    tokens.map((token, t) =>
      s === at[0] && t === at[1] ? { ...token, logprob: token.logprob + by } : token,
    ),
  );
}

describe.each(combinations)('$name, $aggregation, $klType', ({ name, aggregation, klType }) => {
  it('is the slow loss, and its gradient is what central differences of that are', () => {
    const check = fc.property(
      sequencesOfTokens,
      lossOptions(aggregation, klType),
      (sequences, options) => {
        fc.pre(distanceToKinks(sequences, options) > 1e-3);
        const { loss, dLogprobs } = runLoss(name, flat(sequences), options);
        const expected = slowLoss(name, sequences, options);
        expectNear(loss, expected, 1e-12 * (1 + Math.abs(expected)));
        let i = 0;
        sequences.forEach((tokens, s) => {
          tokens.forEach((_, t) => {
            const [up, down] = [STEP, -STEP].map((by) =>
              slowLoss(name, moved(sequences, [s, t], by), options, sequences),
            ) as [number, number];
            const slope = dLogprobs[i++] as number;
            const difference = (up - down) / (2 * STEP);
            expectNear(slope, difference, 1e-7 * (1 + Math.abs(slope)));
          });
        });
      },
    );
    fc.assert(check, { seed: SEED, numRuns: 20 });
  });
});

describe.each(names)('%s', (name) => {
  const options = fc
    .constantFrom(...aggregationNames)
    .chain((aggregation) => lossOptions(aggregation, 'k3'));

  it('ignores whatever stands where a token is not trained', () => {
    const check = fc.property(sequencesOfTokens, options, fc.double(), (sequences, given, junk) => {
      const spoilt = sequences.map((tokens) =>
        tokens.map((token) =>
          token.isTrained
            ? token
            : {
                ...token,
                logprob: junk,
                old: junk,
                ref: junk,
                rollout: junk,
                advantage: junk,
                weight: junk,
              },
        ),
      );
      expect(runLoss(name, flat(spoilt), given)).toEqual(runLoss(name, flat(sequences), given));
    });
    fc.assert(check, { seed: SEED, numRuns: 50 });
  });

  it('is the sum of its parts, when they are told the totals', () => {
    const check = fc.property(sequencesOfTokens, options, fc.nat(4), (sequences, given, cut) => {
      const { numTrained, numTrainedSequences } = TokenBatch.from(flat(sequences));
      fc.pre(numTrained > 0);
      const totals = {
        tokens: numTrained,
        sequences: numTrainedSequences,
        groups: numTrainedSequences,
      };
      const { totals: _, ...others } = given;
      const whole = runLoss(name, flat(sequences), others);
      const parts = [sequences.slice(0, cut), sequences.slice(cut)].map((part) =>
        runLoss(name, flat(part), { ...others, totals }),
      );
      const loss = parts.reduce((total, part) => total + part.loss, 0);
      expect(Math.abs(loss - whole.loss)).toBeLessThan(1e-12 * (1 + Math.abs(loss)));
      expect(parts.flatMap(({ dLogprobs }) => [...dLogprobs])).toEqual([...whole.dLogprobs]);
    });
    fc.assert(check, { seed: SEED, numRuns: 50 });
  });

  it.each([
    ['no sequences', []],
    ['sequences without tokens', [[], []]],
  ])('is 0 for %s, and has no NaN', (_, sequences) => {
    const options = resolveLossOptions({ klBeta: 1, tisMode: 'token', normLength: 1 });
    const { loss, dLogprobs, metrics } = runLoss(name, flat(sequences), options);
    expect([loss, dLogprobs]).toEqual([0, new Float64Array(0)]);
    expect(metrics).toMatchObject({ 'ratio/mean': 1, 'tis/mean': 1, 'tis/capped_fraction': 0 });
    expect(Object.values(metrics).every(Number.isFinite)).toBe(true);
  });

  it.each(aggregationNames)('is 0 when no token is trained, by %s', (aggregation) => {
    const tokens = { logprobs: [-1, -2], oldLogprobs: [-1, -1], refLogprobs: [-3, -1] };
    const batch = { ...tokens, advantages: [1, -1], offsets: [0, 2], mask: [0, 0], groups: [0] };
    const { loss, dLogprobs, metrics } = runLoss(name, batch, {
      aggregation,
      normLength: 4,
      klBeta: 1,
      dualClip: 3,
    });
    expect([loss, dLogprobs]).toEqual([0, new Float64Array(2)]);
    expect(metrics).toMatchObject({ tokens: 0, sequences: 0, entropy: 0, 'ratio/mean': 1, kl: 0 });
    expect(Object.values(metrics).every(Number.isFinite)).toBe(true);
  });
});
