import { describe, expect, it } from 'vitest';
import type { LossFn } from '../../ts/losses/loss-fn.ts';
import type { ResolvedLossOptions } from '../../ts/losses/loss-options.ts';
import { ppoLoss } from '../../ts/losses/ppo.ts';
import { registerLoss } from '../../ts/losses/registry.ts';
import { runLoss } from '../../ts/losses/run-loss.ts';
import { TokenBatch } from '../../ts/losses/token-batch.ts';

const batch = [
  { logprobs: [-1, -2], oldLogprobs: [-1, -2], advantages: 1, mask: [1, 0] },
  { logprobs: [-3], oldLogprobs: [-3], advantages: -1 },
];

describe('runLoss', () => {
  it('takes a name or a function, with the same result', () => {
    expect(runLoss('ppo', batch, { epsClip: 0.1 })).toEqual(ppoLoss(batch, { epsClip: 0.1 }));
    expect(runLoss(ppoLoss, TokenBatch.from(batch))).toEqual(ppoLoss(batch));
  });

  it('gives a function of yours a checked batch and options with all defaults', () => {
    const got: [TokenBatch, ResolvedLossOptions][] = [];
    const mine: LossFn = (tokens, options) => {
      got.push([tokens, options]);
      return { loss: 2, dLogprobs: [1, 0, 2] };
    };
    expect(runLoss(mine, batch, { epsClip: 0.5 })).toEqual({
      loss: 2,
      dLogprobs: Float64Array.of(1, 0, 2),
      metrics: {},
    });
    const [tokens, options] = got[0] as [TokenBatch, ResolvedLossOptions];
    expect(tokens).toBeInstanceOf(TokenBatch);
    expect(options).toMatchObject({ epsClip: 0.5, klType: 'k3', aggregation: 'token-mean' });
  });

  it.each([
    [() => null, 'loss "mine" must return an object { loss, dLogprobs }, got null'],
    [
      async () => ({ loss: 0, dLogprobs: [0, 0, 0] }),
      'loss "mine" must return an object { loss, dLogprobs }, got a promise (losses are synchronous)',
    ],
    [() => ({ loss: 0 }), 'loss "mine": dLogprobs must give 3 numbers, one a token, got undefined'],
    [
      () => ({ loss: 0, dLogprobs: [0] }),
      'loss "mine": dLogprobs must give 3 numbers, one a token, got 1',
    ],
    [
      () => ({ loss: 0, dLogprobs: [0, 0.5, 0] }),
      'loss "mine": dLogprobs[1] (token 1 of sequence 0) must be 0, as the token is not trained, got 0.5',
    ],
    [
      () => ({ loss: 0, dLogprobs: [0, 0, Number.NaN] }),
      'loss "mine": dLogprobs[2] (token 0 of sequence 1) must be a finite number, got NaN',
    ],
    [
      () => ({ loss: Number.NaN, dLogprobs: [0, 0, 0] }),
      'loss "mine": loss must be a finite number, got NaN',
    ],
    [
      () => ({ loss: 0, dLogprobs: [0, 0, 0], metrics: { kl: '1' } }),
      'loss "mine": metric "kl" must be a number, got "1"',
    ],
    [
      () => ({ loss: 0, dLogprobs: [0, 0, 0], metrics: 3 }),
      'loss "mine": metrics must be an object of numbers, got 3',
    ],
  ])('refuses what a function gives %#', (mine, message) => {
    const undo = registerLoss('mine', mine as unknown as LossFn);
    try {
      expect(() => runLoss('mine', batch)).toThrow(
        expect.objectContaining({ code: 'invalid-loss-result', message }),
      );
    } finally {
      undo();
    }
  });

  it('checks what a function gives that only looks like one of defineLoss', () => {
    const about = { title: 'mine', formula: '0', source: 'here' };
    const mine = Object.assign(() => ({ loss: Number.NaN, dLogprobs: [0, 0, 0] }), { about });
    expect(() => runLoss(mine, batch)).toThrow(/loss must be a finite number, got NaN$/);
  });

  it('names a function that throws, with the cause', () => {
    const cause = new RangeError('too far');
    const failing: LossFn = () => {
      throw cause;
    };
    expect(() => runLoss(failing, batch)).toThrow(
      expect.objectContaining({
        code: 'loss-failed',
        message: 'loss "failing" threw RangeError: too far',
        cause,
      }),
    );
    const needy: LossFn = (tokens) => ({ loss: 0, dLogprobs: tokens.require('refLogprobs') });
    expect(() => runLoss(needy, batch)).toThrow(
      expect.objectContaining({ code: 'invalid-argument' }),
    );
  });

  it('refuses what is no loss, and batches and options that are not legal', () => {
    expect(() => runLoss('pop', batch)).toThrow('unknown loss "pop"');
    expect(() => runLoss({} as never, batch)).toThrow('loss must be a name or a function');
    expect(() => runLoss('ppo', 'tokens' as never)).toThrow('a token batch must be');
    expect(() => runLoss(() => ({ loss: 0, dLogprobs: [] }), [], { klbeta: 1 } as never)).toThrow(
      'unknown option "klbeta"; did you mean klBeta?',
    );
  });

  it('names the array that a loss lacks', () => {
    const { oldLogprobs: _, ...without } = batch[1] as (typeof batch)[number];
    expect(() => runLoss('ppo', [without])).toThrow(
      'this loss needs oldLogprobs, which the batch was made without',
    );
    expect(() => runLoss('ppo', batch, { klBeta: 0.1 })).toThrow(
      'this loss needs refLogprobs, which the batch was made without',
    );
    expect(() => runLoss('ppo', batch, { tisMode: 'token' })).toThrow(
      'this loss needs rolloutLogprobs, which the batch was made without',
    );
  });
});
