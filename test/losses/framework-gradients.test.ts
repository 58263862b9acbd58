import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregationWeights } from '../../ts/losses/aggregation.ts';
import type { BuiltInLoss } from '../../ts/losses/built-ins.ts';
import { runLoss } from '../../ts/losses/run-loss.ts';
import { TokenBatch } from '../../ts/losses/token-batch.ts';
import { SEED } from '../support/arbitrary-rewards.ts';
import { aggregationNames, flat, sequencesOfTokens } from './arbitrary-tokens.ts';
import { expectNear } from './near.ts';
import { type SlowOptions, slowFrameworkLosses } from './slow-framework-losses.ts';
import type { SlowToken } from './slow-losses.ts';

type Sequences = SlowToken[][];

/** Settings at which each loss does all that it can. */
const SETTINGS: Readonly<Record<keyof typeof slowFrameworkLosses, SlowOptions>> = {
  kl: {},
  reinforce: {},
  gspo: { epsClip: 0.2, epsClipHigh: 0.3 },
  gspo_token: { epsClip: 0.2, epsClipHigh: 0.3 },
  luspo: { epsClip: 0.2, epsClipHigh: 0.3 },
  gmpo: { epsClip: 0.4, epsClipHigh: 0.3 },
  sapo: { tauPositive: 1, tauNegative: 1.05 },
  dppo_tv: {
    deltaLow: 0.1,
    deltaHigh: 0.2,
    surrogate: 'ratio',
    logRatioPenalty: 0.01,
    heldRatioCap: 3,
  },
  dppo_kl: {
    deltaLow: 0.05,
    deltaHigh: 0.02,
    surrogate: 'held-ratio',
    logRatioPenalty: 0,
    heldRatioCap: 1.5,
  },
  ipo: { threshold: 0.1, logRatioPenalty: 0.01 },
  clip_cov: { epsClip: 0.2, epsClipHigh: 0.3, covRatio: 0.3, covLow: 0, covHigh: 5, seed: null },
  kl_cov: { covRatio: 0.3, klCoef: 0.7 },
  topr: {},
  vespo: { kPositive: 2, lambdaPositive: 3, kNegative: 3, lambdaNegative: 2 },
  fipo: {
    epsClip: 0.2,
    epsClipHigh: 0.3,
    halfLife: 2,
    weightRange: 0.5,
    highOnly: false,
    safetyRatio: 1.2,
  },
  real: { temperature: 0.5 },
  m2po: { epsClip: 0.2, epsClipHigh: 0.3, secondMoment: 0.04 },
  a2po: { beta: 0.5 },
  sdar: { gateBeta: 5 },
  ref_kl: { threshold: 0.1, logRatioPenalty: 0.01 },
  chord: {},
  up: { epsClip: 0.2, epsClipHigh: 0.3 },
  sdpo: { heldRatioCap: 1.5 },
  tpo: { contrast: 'tpo-l', beta: 0.7, gamma: 0.5, labelSmoothing: 0.1 },
};

const names = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[];
const NEEDS_ALL_TRAINED: readonly string[] = ['fipo'];
const STEP = 1e-5;

const batchOf = (name: string, sequences: Sequences) => {
  const tokens = flat(sequences);
  return {
    ...tokens,
    groups: sequences.map((_, s) => (['real', 'tpo'].includes(name) ? s % 2 : s)),
  };
};

const trained = (sequences: Sequences): Sequences =>
  sequences.map((tokens) => tokens.filter(({ isTrained }) => isTrained));

const slow = (
  name: keyof typeof SETTINGS,
  now: Sequences,
  held: Sequences,
  weights: readonly number[],
): number => {
  const losses = slowFrameworkLosses[name](trained(now), trained(held), SETTINGS[name]);
  return losses.flat().reduce((total, loss, i) => total + (weights[i] as number) * loss, 0);
};

const moved = (sequences: Sequences, at: SlowToken, by: number): Sequences =>
  sequences.map((tokens) =>
    tokens.map((token) => (token === at ? { ...token, logprob: token.logprob + by } : token)),
  );

describe.each(names)('%s', (name) => {
  const cases = fc.tuple(sequencesOfTokens, fc.constantFrom(...aggregationNames));

  it('is the slow loss, and its gradient is what central differences of that are', () => {
    const check = fc.property(cases, ([drawn, aggregation]) => {
      const sequences = NEEDS_ALL_TRAINED.includes(name)
        ? drawn.map((tokens) => tokens.map((token) => ({ ...token, isTrained: true })))
        : drawn;
      const batch = TokenBatch.from(batchOf(name, sequences));
      const options = { ...SETTINGS[name], aggregation, normLength: 4 };
      const { loss, dLogprobs } = runLoss(name as BuiltInLoss, batch, options);
      const all = aggregationWeights(aggregation, batch, { normLength: 4 });
      const own = Array.from(all.keys()).filter((i) => batch.mask[i] === 1);
      const weights = own.map((i) => (all[i] as number) * (batch.weights?.[i] as number));
      const expected = slow(name, sequences, sequences, weights);
      expectNear(loss, expected, 1e-11 * (1 + Math.abs(expected)));
      sequences.flat().forEach((token, i) => {
        const difference = (step: number): number => {
          const [up, down] = [step, -step].map((by) =>
            slow(name, moved(sequences, token, by), sequences, weights),
          ) as [number, number];
          return (up - down) / (2 * step);
        };
        const [wide, narrow] = [difference(STEP), difference(STEP / 4)];
        // Next to a kink the two are not alike.
        if (Math.abs(wide - narrow) > 1e-6 * (1 + Math.abs(wide))) return;
        const slope = dLogprobs[i] as number;
        expectNear(slope, wide, 1e-6 * (1 + Math.abs(slope)));
      });
    });
    fc.assert(check, { seed: SEED, numRuns: 40 });
  });

  it('ignores whatever stands where a token is not trained', () => {
    const check = fc.property(sequencesOfTokens, fc.double(), (sequences, junk) => {
      const fields = ['logprob', 'old', 'ref', 'rollout', 'advantage', 'weight'];
      const spoilt = sequences.map((tokens) =>
        tokens.map((token) => {
          const all = Object.fromEntries(fields.map((field) => [field, junk]));
          return token.isTrained ? token : { ...token, ...all };
        }),
      );
      const [clean, dirty] = [sequences, spoilt].map((one) =>
        runLoss(name as BuiltInLoss, batchOf(name, one), SETTINGS[name]),
      );
      expect(dirty).toEqual(clean);
    });
    fc.assert(check, { seed: SEED, numRuns: 30 });
  });

  it.each([
    ['no sequences', []],
    ['sequences without tokens', [[], []]],
  ])('is 0 for %s, and has no NaN', (_, sequences) => {
    const { loss, dLogprobs, metrics } = runLoss(name as BuiltInLoss, batchOf(name, sequences), {
      ...SETTINGS[name],
      klBeta: 1,
      rejects: [{ of: 'k2', by: 'sequence', high: 1 }],
    });
    expect([loss, dLogprobs]).toEqual([0, new Float64Array(0)]);
    expect(Object.values(metrics).every(Number.isFinite)).toBe(true);
  });

  it('is 0 when no token is trained', () => {
    const tokens = { logprobs: [-1, -2], oldLogprobs: [-1, -1], refLogprobs: [-3, -1] };
    const others = { rolloutLogprobs: [-1, -1], advantages: [1, -1], offsets: [0, 2] };
    const batch = { ...tokens, ...others, mask: [0, 0], groups: [0] };
    const { loss, dLogprobs, metrics } = runLoss(name as BuiltInLoss, batch, SETTINGS[name]);
    expect([loss, dLogprobs]).toEqual([0, new Float64Array(2)]);
    expect(Object.values(metrics).every(Number.isFinite)).toBe(true);
  });
});
