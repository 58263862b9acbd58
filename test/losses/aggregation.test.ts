import { describe, expect, it } from 'vitest';
import { type AggregationFn, aggregationWeights } from '../../ts/losses/aggregation.ts';
import { TokenBatch } from '../../ts/losses/token-batch.ts';

/** Four trained tokens: three in one sequence, one in another, none in a third; one that is not trained. */
const batch = TokenBatch.from([
  { logprobs: [-1, -1, -1, -1], mask: [1, 1, 0, 1] },
  { logprobs: [-1] },
  { logprobs: [-1], mask: [0] },
]);

describe('aggregationWeights', () => {
  it.each([
    ['token-mean', {}, [1 / 4, 1 / 4, 0, 1 / 4, 1 / 4, 0]],
    ['token-sum', {}, [1, 1, 0, 1, 1, 0]],
    ['seq-mean-token-sum', {}, [1 / 2, 1 / 2, 0, 1 / 2, 1 / 2, 0]],
    ['seq-mean-token-mean', {}, [1 / 6, 1 / 6, 0, 1 / 6, 1 / 2, 0]],
    ['seq-mean-token-sum-norm', { normLength: 10 }, [0.05, 0.05, 0, 0.05, 0.05, 0]],
    ['token-mean', { totals: { tokens: 8 } }, [1 / 8, 1 / 8, 0, 1 / 8, 1 / 8, 0]],
    ['token-mean', { totals: { sequences: 8 } }, [1 / 4, 1 / 4, 0, 1 / 4, 1 / 4, 0]],
    ['seq-mean-token-sum', { totals: { sequences: 4 } }, [1 / 4, 1 / 4, 0, 1 / 4, 1 / 4, 0]],
    ['seq-mean-token-mean', { totals: { sequences: 3 } }, [1 / 9, 1 / 9, 0, 1 / 9, 1 / 3, 0]],
  ] as const)('%s with %j', (aggregation, options, expected) => {
    expect(aggregationWeights(aggregation, batch, options)).toEqual(Float64Array.from(expected));
  });

  it('takes a function, and any form of a batch', () => {
    const first: AggregationFn = ({ offsets, mask }) =>
      Array.from(mask, (on, i) => (offsets.includes(i) ? on : 0));
    expect(aggregationWeights(first, batch)).toEqual(Float64Array.of(1, 0, 0, 0, 1, 0));
    expect(aggregationWeights('token-mean', [{ logprobs: [-1, -2] }])).toEqual(
      Float64Array.of(0.5, 0.5),
    );
  });

  it.each([
    [() => [1], 'aggregation must give 6 numbers, one a token, got 1'],
    [() => null, 'aggregation must give 6 numbers, one a token, got null'],
    [
      async () => [],
      'aggregation must give 6 numbers, one a token, got a promise (losses are synchronous)',
    ],
    [
      () => [1, 1, 1, 1, 1, 0],
      'aggregation[2] (token 2 of sequence 0) must be 0, as the token is not trained, got 1',
    ],
    [
      () => [1, Number.NaN, 0, 1, 1, 0],
      'aggregation[1] (token 1 of sequence 0) must be a finite number, got NaN',
    ],
  ])('refuses what a function gives %#', (aggregation, message) => {
    expect(() => aggregationWeights(aggregation as unknown as AggregationFn, batch)).toThrow(
      expect.objectContaining({ code: 'invalid-loss-result', message }),
    );
  });

  it('names a function that throws, with the cause', () => {
    const cause = new RangeError('too far');
    const failing: AggregationFn = () => {
      throw cause;
    };
    expect(() => aggregationWeights(failing, batch)).toThrow(
      expect.objectContaining({
        code: 'loss-failed',
        message: 'aggregation threw RangeError: too far',
        cause,
      }),
    );
  });

  it('takes totals of 0 for a part without a trained token, and for no other', () => {
    const totals = { tokens: 0, sequences: 0 };
    const none = [{ logprobs: [-1], mask: [0] }];
    expect(aggregationWeights('seq-mean-token-mean', none, { totals })).toEqual(Float64Array.of(0));
    expect(() => aggregationWeights('token-mean', batch, { totals })).toThrow(
      'totals.tokens must be > 0 for a part that has 4, got 0',
    );
    expect(() => aggregationWeights('token-sum', batch, { totals: { sequences: 0 } })).toThrow(
      'totals.sequences must be > 0 for a part that has 2, got 0',
    );
  });

  it('refuses a name that there is not, and a norm without its length', () => {
    expect(() => aggregationWeights('mean' as never, batch)).toThrow(
      'aggregation must be one of token-mean, token-sum, seq-mean-token-sum, seq-mean-token-mean, seq-mean-token-sum-norm, group-mean-token-mean, got "mean"',
    );
    expect(() => aggregationWeights('toString' as never, batch)).toThrow('must be one of');
    expect(() => aggregationWeights('token-sum', batch, null as never)).toThrow(
      'options must be an object, got null',
    );
    expect(() => aggregationWeights('token-mean', batch, { totals: { tokens: -1 } })).toThrow(
      'totals.tokens must be a finite number ≥ 0, got -1',
    );
    expect(() => aggregationWeights('seq-mean-token-sum-norm', batch)).toThrow(
      'normLength must be given for aggregation "seq-mean-token-sum-norm", got undefined',
    );
  });
});
