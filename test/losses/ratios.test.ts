import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RatioLevel } from '../../ts/losses/importance-ratio.ts';
import { klLoss } from '../../ts/losses/kl-loss.ts';
import { KL_RATIOS } from '../../ts/losses/kl-terms.ts';
import type { LossResult } from '../../ts/losses/loss-fn.ts';
import { runLoss } from '../../ts/losses/run-loss.ts';
import type { FlatTokens } from '../../ts/losses/token-input.ts';
import { SEED } from '../support/arbitrary-rewards.ts';
import { flat, sequencesOfTokens } from './arbitrary-tokens.ts';
import { expectNear } from './near.ts';

const STEP = 1e-5;

/** Holds a gradient against central differences of the loss, but next to a kink. */
function checkGradient(
  tokens: FlatTokens,
  lossOf: (tokens: FlatTokens) => LossResult,
  movedLoss: (tokens: FlatTokens) => number = (moved) => lossOf(moved).loss,
): void {
  const { dLogprobs } = lossOf(tokens);
  const logprobs = Array.from(tokens.logprobs);
  logprobs.forEach((logprob, i) => {
    const difference = (step: number): number => {
      const [up, down] = [step, -step].map((by) =>
        movedLoss({ ...tokens, logprobs: logprobs.with(i, logprob + by) }),
      ) as [number, number];
      return (up - down) / (2 * step);
    };
    const [wide, narrow] = [difference(STEP), difference(STEP / 4)];
    if (Math.abs(wide - narrow) > 1e-6 * (1 + Math.abs(wide))) return;
    const slope = dLogprobs[i] as number;
    expectNear(slope, wide, 1e-6 * (1 + Math.abs(slope)));
  });
}

// Where the value moves as the slope says; `sequence-token` holds part of it.
const levels: readonly RatioLevel[] = ['token', 'sequence', 'product'];

describe.each(levels)('ratios by %s', (ratioLevel) => {
  it.each(['old', 'rollout'] as const)('to %s have the slope of their value', (ratioTo) => {
    const check = fc.property(sequencesOfTokens, (sequences) => {
      const options = { ratioLevel, ratioTo, ratioCap: 1.4, dualClip: 2, epsClip: 0.2 };
      checkGradient(flat(sequences), (tokens) => runLoss('ppo', tokens, options));
      // A cap within the clip range holds the one term, and not the other.
      const within = { ...options, ratioCap: 1.1, dualClip: null };
      checkGradient(flat(sequences), (tokens) => runLoss('ppo', tokens, within));
      checkGradient(flat(sequences), (tokens) => runLoss('sapo', tokens, { ratioLevel, ratioTo }));
      checkGradient(flat(sequences), (tokens) =>
        runLoss('importance_sampling', tokens, { ratioLevel, ratioTo, maxLogRatio: 0.6 }),
      );
    });
    fc.assert(check, { seed: SEED, numRuns: 25 });
  });

  it('are one for a sequence, the product or the geometric mean of those of its tokens', () => {
    const row = { logprobs: [-1, -2, -9], oldLogprobs: [-1.5, -1, -1], mask: [1, 1, 0] };
    const { loss } = runLoss('importance_sampling', [{ ...row, advantages: -1 }], { ratioLevel });
    const [a, b] = [Math.exp(0.5), Math.exp(-1)];
    const expected = { token: (a + b) / 2, sequence: Math.sqrt(a * b), product: a * b };
    expect(loss).toBeCloseTo(expected[ratioLevel as keyof typeof expected], 12);
  });
});

describe.each(KL_RATIOS)('a KL estimate times the ratio "%s"', (klRatio) => {
  it.each(['k1', 'k2', 'k3'] as const)('%s has the slope of both', (klType) => {
    const check = fc.property(sequencesOfTokens, (sequences) => {
      const tokens = flat(sequences);
      const options = { klType, klRatio, klCap: 2 } as const;
      // The score is a ratio to the policy as it stands, which is 1.
      const movedLoss = (moved: FlatTokens): number => {
        const asOld = { ...moved, oldLogprobs: tokens.logprobs };
        return klRatio === 'score'
          ? klLoss(asOld, { ...options, klRatio: 'token' }).loss
          : klLoss(moved, options).loss;
      };
      checkGradient(tokens, (given) => klLoss(given, options), movedLoss);
    });
    fc.assert(check, { seed: SEED, numRuns: 25 });
  });

  it('is of the size of that ratio', () => {
    const row = { refLogprobs: [-3], logprobs: [-1], oldLogprobs: [-2], rolloutLogprobs: [-1.5] };
    const { loss } = klLoss([row], { klType: 'k1', klRatio });
    const ratio = { token: Math.E, sequence: Math.E, rollout: Math.exp(0.5), score: 1 }[klRatio];
    expect(loss).toBeCloseTo(2 * ratio, 12);
  });
});
