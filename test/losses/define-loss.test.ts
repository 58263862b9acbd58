import { describe, expect, it } from 'vitest';
import { type DefinedLoss, defineLoss, isDefinedLoss } from '../../ts/losses/define-loss.ts';
import { resolveLossOptions } from '../../ts/losses/loss-options.ts';
import type { TokenTerms } from '../../ts/losses/token-terms.ts';

const about = { title: 'mine', formula: 'log π', source: 'here' };

/** The log-probability itself: the gradient is the weights. */
const identity: DefinedLoss = defineLoss({
  ...about,
  terms: ({ logprobs, numTokens }) => ({
    losses: logprobs,
    slopes: new Float64Array(numTokens).fill(1),
  }),
});

/** GSPO's ratio: of a whole sequence, the geometric mean over its trained tokens. */
const bySequence: DefinedLoss = defineLoss({
  ...about,
  title: 'by sequence',
  terms: (batch) => {
    const { offsets, mask, trained, logprobs } = batch;
    const old = batch.require('oldLogprobs');
    const advantages = batch.require('advantages');
    const sequenceOf = logprobs.map((_, i) => offsets.findLastIndex((offset) => offset <= i));
    const ratios = Array.from(trained, (count, s) => {
      const own = logprobs.map((logprob, i) =>
        sequenceOf[i] === s ? logprob - (old[i] as number) : 0,
      );
      return Math.exp(own.reduce((total, x) => total + x, 0) / count);
    });
    const ratioAt = (i: number): number => ratios[sequenceOf[i] as number] as number;
    const losses = advantages.map((advantage, i) => -advantage * ratioAt(i));
    return {
      losses,
      slopes: (weights) =>
        mask.reduce((gradient, on, i) => {
          const s = sequenceOf[i] as number;
          const pull = losses.reduce(
            (total, loss, t) =>
              sequenceOf[t] === s ? total + (weights[t] as number) * loss : total,
            0,
          );
          gradient[i] = on === 1 ? pull / (trained[s] as number) : 0;
          return gradient;
        }, new Float64Array(mask.length)),
    };
  },
});

const batch = [
  {
    logprobs: [-1, -2, -3],
    oldLogprobs: [-1.25, -2, -2.5],
    refLogprobs: [-1, -1, -1],
    advantages: [1, 0.5, 2],
    mask: [1, 1, 0],
    weights: [1, 2, 3],
  },
  { logprobs: [-4], oldLogprobs: [-4], refLogprobs: [-4], advantages: -1 },
];

describe('defineLoss', () => {
  it('weights by the aggregation and the weights of the batch', () => {
    const { loss, dLogprobs, metrics } = identity(batch, { aggregation: 'seq-mean-token-mean' });
    expect(dLogprobs).toEqual(Float64Array.of(0.25, 0.5, 0, 0.5));
    expect(loss).toBe(-0.25 - 1 - 2);
    expect(metrics.policy_loss).toBe(loss);
    expect(metrics).not.toHaveProperty('kl');
  });

  it('adds the KL term, which the weights of the batch do not scale', () => {
    const { loss, dLogprobs, metrics } = identity(batch, {
      aggregation: 'token-sum',
      klBeta: 0.5,
      klType: 'k2',
    });
    expect(dLogprobs).toEqual(Float64Array.of(1, 2 - 0.5, 0, 1));
    expect(metrics).toMatchObject({ policy_loss: -9, kl_loss: 0.25, kl: 1 / 6 });
    expect(loss).toBe(-8.75);
  });

  it('tells what it is of', () => {
    expect(identity.about).toEqual(about);
    expect([isDefinedLoss(identity), isDefinedLoss(() => 0), isDefinedLoss('ppo')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('takes losses whose tokens depend on each other', () => {
    const at = (d: number): number =>
      bySequence([{ ...batch[0], logprobs: [-1 + d, -2, -3] } as never, batch[1] as never]).loss;
    const { dLogprobs } = bySequence(batch);
    expect(dLogprobs[0]).toBeCloseTo((at(1e-5) - at(-1e-5)) / 2e-5, 8);
    expect(dLogprobs[2]).toBe(0);
  });

  it('has defaults of its own, which options go before', () => {
    const shown = defineLoss({
      ...about,
      defaults: { epsClip: 0.5 },
      terms: ({ numTokens }, { epsClip }) => {
        const losses = new Float64Array(numTokens).fill(epsClip);
        return { losses, slopes: losses };
      },
    });
    expect(shown([{ logprobs: [-1] }]).loss).toBe(0.5);
    expect(shown([{ logprobs: [-1] }], { epsClip: 0.25 }).loss).toBe(0.25);
    expect(shown([{ logprobs: [-1] }], { epsClip: undefined as never }).loss).toBe(0.5);
  });

  it('does not read what terms say of tokens that are not trained', () => {
    const wild = defineLoss({
      ...about,
      terms: ({ mask }) => {
        const values = Float64Array.from(mask, (on) => (on === 1 ? 1 : Number.NaN));
        return { losses: values, slopes: values };
      },
    });
    expect(wild(batch)).toMatchObject({ loss: expect.closeTo(4 / 3, 14) });
  });

  it.each([
    [{ losses: [Infinity], slopes: [1] }, 'loss "bad": loss must be a finite number, got Infinity'],
    [
      { losses: [1], slopes: [Number.NaN] },
      'loss "bad": dLogprobs[0] (token 0 of sequence 0) must be a finite number, got NaN',
    ],
    [
      { losses: [1], slopes: () => new Float64Array(2) },
      'loss "bad": dLogprobs must give 1 numbers, one a token, got 2',
    ],
  ])('refuses what terms give %#', (terms, message) => {
    const { losses, slopes } = terms;
    const made = {
      losses: Float64Array.from(losses),
      slopes: typeof slopes === 'function' ? slopes : Float64Array.from(slopes),
    } as TokenTerms;
    const bad = defineLoss({ ...about, title: 'bad', terms: () => made });
    expect(() => bad([{ logprobs: [-1] }])).toThrow(
      expect.objectContaining({ code: 'invalid-loss-result', message }),
    );
  });

  it.each([
    [() => undefined, 'loss "bad": terms must give 1 losses, one a token, got undefined'],
    [
      () => ({ losses: new Float64Array(2), slopes: new Float64Array(1) }),
      'loss "bad": terms must give 1 losses, one a token, got a Float64Array of 2',
    ],
    [
      () => ({ losses: new Float64Array(1) }),
      'loss "bad": terms must give 1 slopes, one a token, got undefined',
    ],
  ])('refuses terms of another length %#', (terms, message) => {
    const bad = defineLoss({ ...about, title: 'bad', terms: terms as never });
    expect(() => bad([{ logprobs: [-1] }])).toThrow(
      expect.objectContaining({ code: 'invalid-loss-result', message }),
    );
  });

  it.each([
    [
      'losses and slopes',
      async () => ({ losses: [1], slopes: [1] }),
      'terms must give losses and slopes',
    ],
    [
      'a slope',
      () => ({ losses: [1], slopes: async () => [1] }),
      'dLogprobs must give 1 numbers, one a token',
    ],
  ])('refuses a promise of %s', (_, terms, message) => {
    const bad = defineLoss({ ...about, title: 'bad', terms: terms as never });
    const tokens = [{ logprobs: [-1], refLogprobs: [-1] }];
    expect(() => bad(tokens, { klBeta: 1 })).toThrow(
      `loss "bad": ${message}, got a promise (losses are synchronous)`,
    );
  });

  it.each([
    ['a Float32Array', Float32Array.of(1, 1, 1)],
    ['an Int8Array', Int8Array.of(1, 1, 1)],
    ['an array', [1, 1, 1]],
  ])('computes in float64 what terms give in %s', (_, ones) => {
    const made = defineLoss({ ...about, terms: () => ({ losses: ones, slopes: ones }) as never });
    const { loss, dLogprobs } = made([{ logprobs: [-1, -1, -1] }]);
    expect([loss, dLogprobs]).toEqual([1, new Float64Array(3).fill(1 / 3)]);
  });

  it('names itself when terms or their slopes throw', () => {
    const cause = new RangeError('too far');
    const failing = defineLoss({
      ...about,
      title: 'failing',
      terms: () => {
        throw cause;
      },
    });
    const failingLate = defineLoss({
      ...about,
      title: 'failing',
      terms: ({ logprobs: losses }) => ({
        losses,
        slopes: () => {
          throw cause;
        },
      }),
    });
    for (const fails of [failing, failingLate])
      expect(() => fails([])).toThrow(
        expect.objectContaining({
          code: 'loss-failed',
          message: 'loss "failing" threw RangeError: too far',
          cause,
        }),
      );
  });

  it('refuses a definition without terms, or with defaults that are not legal', () => {
    expect(() => defineLoss(null as never)).toThrow(
      'a loss definition must be an object, got null',
    );
    expect(() => defineLoss({ ...about } as never)).toThrow('terms must be a function');
    expect(() =>
      defineLoss({ ...about, defaults: { epsClip: -1 }, terms: (() => 0) as never }),
    ).toThrow('epsClip must be a number ≥ 0, got -1');
  });
});

describe('options of a loss', () => {
  it('have defaults', () => {
    expect(resolveLossOptions({})).toEqual({
      aggregation: 'token-mean',
      epsClip: 0.2,
      epsClipHigh: null,
      dualClip: null,
      maxLogRatio: Infinity,
      droBeta: 0.05,
      klBeta: 0,
      klType: 'k3',
      klCap: Infinity,
      klRatio: null,
      tisMode: null,
      tisCap: 5,
      tisFloor: 0,
      tisBeyond: 'clamp',
      rejects: [],
      topEntropy: 1,
      entropyCoef: 0,
    });
  });

  it.each([
    [{ epsClp: 0.2 }, 'unknown option "epsClp"; did you mean epsClip?'],
    [{ aggregation: 'token_mean' }, 'aggregation must be one of token-mean, token-sum, '],
    [{ klType: 'k4' }, 'klType must be one of k1, k2, k3, abs, k1+, k3+, got "k4"'],
    [{ klType: 'toString' }, 'klType must be one of'],
    [{ tisMode: 'row' }, 'tisMode must be one of token, sequence, got "row"'],
    [{ tisCap: 0 }, 'tisCap must be a number > 0, got 0'],
    [{ epsClip: '0.2' }, 'epsClip must be a number ≥ 0, got "0.2"'],
    [{ epsClip: null }, 'epsClip must be a number ≥ 0, got null'],
    [{ epsClipHigh: Number.NaN }, 'epsClipHigh must be a number ≥ 0, got NaN'],
    [{ dualClip: 1 }, 'dualClip must be a number > 1, got 1'],
    [{ maxLogRatio: 0 }, 'maxLogRatio must be a number > 0, got 0'],
    [{ droBeta: Infinity }, 'droBeta must be a finite number ≥ 0, got Infinity'],
    [{ klBeta: -0.1 }, 'klBeta must be a finite number ≥ 0, got -0.1'],
    [{ klCap: 0 }, 'klCap must be a number > 0, got 0'],
    [{ normLength: 0 }, 'normLength must be a finite number > 0, got 0'],
    [{ totals: { tokens: 0 } }, 'totals.tokens must be > 0 for a part that has 3, got 0'],
    [{ totals: { sequence: 1 } }, 'unknown option "sequence"; did you mean sequences?'],
    [{ totals: 3 }, 'totals must be an object, got 3'],
    [3, 'options must be an object, got 3'],
  ])('are refused: %j', (options, message) => {
    expect(() => identity(batch, options as never)).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringContaining(message),
      }),
    );
  });

  it('may be undefined, which is left out', () => {
    const options = { aggregation: undefined, totals: { tokens: undefined }, klBeta: undefined };
    expect(identity(batch, options as never)).toEqual(identity(batch));
  });
});

describe('the metrics of all losses', () => {
  it('are means over trained tokens', () => {
    const { metrics } = identity(batch);
    const ratios = [Math.exp(0.25), 1, 1];
    expect(metrics).toMatchObject({ tokens: 3, sequences: 2, entropy: 7 / 3 });
    expect(metrics.entropy_old).toBeCloseTo((1.25 + 2 + 4) / 3, 14);
    expect(metrics.approx_kl).toBeCloseTo(-0.25 / 3, 14);
    expect(metrics.approx_kl_k3).toBeCloseTo((Math.exp(0.25) - 1 - 0.25) / 3, 14);
    expect(metrics['ratio/mean']).toBeCloseTo(
      ratios.reduce((all, ratio) => all + ratio, 0) / 3,
      14,
    );
    expect([metrics['ratio/min'], metrics['ratio/max']]).toEqual([1, ratios[0]]);
  });

  it.each([
    [-2, Math.E],
    [0, 1 / Math.E],
  ])(
    'know the least and the greatest ratio, when tokens that are not trained have 1',
    (old, ratio) => {
      const tokens = { logprobs: [-1, -1], oldLogprobs: [old, -1], mask: [1, 0] };
      const { metrics } = identity([tokens]);
      expect(metrics).toMatchObject({
        'ratio/min': ratio,
        'ratio/max': ratio,
        'ratio/mean': ratio,
      });
    },
  );

  it('tell nothing of ratios where there is no old policy', () => {
    const { metrics } = identity([{ logprobs: [-1, -2] }]);
    expect(metrics).toEqual({ tokens: 2, sequences: 1, entropy: 1.5, policy_loss: -1.5 });
  });
});
