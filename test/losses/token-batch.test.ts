import { describe, expect, it } from 'vitest';
import { TokenBatch } from '../../ts/losses/token-batch.ts';
import type { FlatTokens, TokenSequence } from '../../ts/losses/token-input.ts';

const flat: FlatTokens = {
  logprobs: [-1, -2, -3],
  offsets: [0, 2, 2, 3],
  mask: [1, 0, true as never],
  oldLogprobs: [-1.5, Number.NaN, -2.5],
  advantages: [1, Number.NaN, -1],
};

function refusal(input: unknown): string {
  try {
    TokenBatch.from(input as FlatTokens);
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid-argument' });
    return (error as Error).message;
  }
  return 'taken';
}

describe('TokenBatch.from', () => {
  it('holds 0 where a token is not trained, and counts the others', () => {
    const batch = TokenBatch.from(flat);
    expect(batch).toMatchObject({
      logprobs: Float64Array.of(-1, 0, -3),
      oldLogprobs: Float64Array.of(-1.5, 0, -2.5),
      advantages: Float64Array.of(1, 0, -1),
      mask: Uint8Array.of(1, 0, 1),
      offsets: Uint32Array.of(0, 2, 2, 3),
      trained: Uint32Array.of(1, 0, 1),
      numTokens: 3,
      numSequences: 3,
      numTrained: 2,
      numTrainedSequences: 2,
      refLogprobs: null,
      rolloutLogprobs: null,
      weights: null,
    });
  });

  it('copies: what is changed afterwards is not changed in it', () => {
    const logprobs = Float64Array.of(-1, -2);
    const offsets = Uint32Array.of(0, 2);
    const batch = TokenBatch.from({ logprobs, offsets });
    logprobs[0] = -9;
    offsets[1] = 1;
    expect([batch.logprobs[0], batch.offsets[1]]).toEqual([-1, 2]);
  });

  it('gives a batch back as it is', () => {
    const batch = TokenBatch.from(flat);
    expect(TokenBatch.from(batch)).toBe(batch);
  });

  it('spreads the advantages of sequences', () => {
    const { advantages: _, ...tokens } = flat;
    const batch = TokenBatch.from({ ...tokens, sequenceAdvantages: [0.5, Number.NaN, -2] });
    expect(batch.advantages).toEqual(Float64Array.of(0.5, 0, -2));
  });

  it('joins sequences, with a number for all tokens or one for each', () => {
    const sequences: TokenSequence[] = [
      { logprobs: [-1, -2], advantages: 1, weights: 0.5 },
      { logprobs: [-3], advantages: [2], mask: [0] },
      { logprobs: [], advantages: 3 },
    ];
    expect(TokenBatch.from(sequences)).toMatchObject({
      logprobs: Float64Array.of(-1, -2, 0),
      offsets: Uint32Array.of(0, 2, 3, 3),
      advantages: Float64Array.of(1, 1, 0),
      weights: Float64Array.of(0.5, 0.5, 0),
      mask: Uint8Array.of(1, 1, 0),
    });
    expect(TokenBatch.from(new Set(sequences)).weights).toEqual(Float64Array.of(0.5, 0.5, 0));
  });

  it.each([
    [
      { ...flat, oldLogprobs: [-1, -1] },
      'oldLogprobs must be of length 3, one number a token, got 2',
    ],
    [
      { ...flat, advantages: [1, 1] },
      'advantages must be of length 3, one number a token; sequenceAdvantages has one a sequence, got 2',
    ],
    [
      { ...flat, advantages: undefined, sequenceAdvantages: [1] },
      'sequenceAdvantages must be of length 3, one number a sequence, got 1',
    ],
    [
      { ...flat, sequenceAdvantages: [1, 2, 3] },
      'sequenceAdvantages must be left out where there are advantages, got an array of 3',
    ],
    [{ ...flat, mask: [1] }, 'mask must be of length 3, one number a token, got 1'],
    [
      { ...flat, mask: [1, 0.5, 1] },
      'mask[1] must be 0, 1 or a boolean (weights scale a token), got 0.5',
    ],
    [{ ...flat, offsets: [0, 2] }, 'offsets[1] must be the number of values, 3, got 2'],
    [{ ...flat, offsets: [0, 2.5, 3] }, 'offsets[1] must be an integer ≥ 0, got 2.5'],
    [{ ...flat, offsets: [0, 2, 1, 3] }, 'offsets[2] must be an integer ≥ 2, got 1'],
    [
      { ...flat, logprobs: [-1, -2, Number.NaN] },
      'logprobs[2] (token 0 of sequence 2) must be a finite number, got NaN',
    ],
    [
      { ...flat, oldLogprobs: [-Infinity, 0, 0] },
      'oldLogprobs[0] (token 0 of sequence 0) must be a finite number, got -Infinity',
    ],
    [
      { ...flat, refLogprobs: [null, null, -1] },
      'refLogprobs[0] (token 0 of sequence 0) must be a finite number, got null',
    ],
    [
      { ...flat, rolloutLogprobs: ['-1', -1, -1] },
      'rolloutLogprobs[0] (token 0 of sequence 0) must be a finite number, got "-1"',
    ],
    [
      { ...flat, advantages: [1, 1, Infinity] },
      'advantages[2] (token 0 of sequence 2) must be a finite number, got Infinity',
    ],
    [
      { ...flat, advantages: undefined, sequenceAdvantages: [1, 2, undefined] },
      'sequenceAdvantages[2] must be a finite number, got undefined',
    ],
    [{ offsets: [0] }, 'logprobs must be an array of numbers, got undefined'],
    [{ logprobs: 3, offsets: [0] }, 'logprobs must be an array of numbers, got 3'],
    [
      { logprobs: { length: -1 }, offsets: [0] },
      'logprobs must be an array of numbers, got an object',
    ],
    [
      { logprobs: [], offset: [0] },
      'a token batch has no field "offset"; it has logprobs, offsets, mask, advantages, sequenceAdvantages, oldLogprobs, refLogprobs, rolloutLogprobs, weights, entropies, groups',
    ],
    ['tokens', 'a token batch must be an object of arrays, or an array of sequences, got "tokens"'],
    [null, 'a token batch must be an object of arrays, or an array of sequences, got null'],
  ])('refuses flat arrays %#', (input, message) => {
    expect(refusal(input)).toBe(message);
  });

  it.each([
    [
      [{ logprobs: [-1], oldLogprobs: [-1] }, { logprobs: [-1] }],
      'sequences[1].oldLogprobs must be given, as it is for another sequence, got undefined',
    ],
    [
      [{ logprobs: [-1] }, { logprobs: [-1, -1], advantages: [1] }],
      'sequences[0].advantages must be given, as it is for another sequence, got undefined',
    ],
    [
      [{ logprobs: [-1, -1], advantages: [1] }],
      'sequences[0].advantages must be of length 2, one number a token, got 1',
    ],
    [
      [{ logprobs: [-1], oldLogprobs: -1 }],
      'sequences[0].oldLogprobs must be an array of numbers, got -1',
    ],
    [[{ logprobs: [-1], mask: 1 }], 'sequences[0].mask must be an array of numbers, got 1'],
    [[{ logprobs: [-1], mask: null }], 'sequences[0].mask must be an array of numbers, got null'],
    [[{}], 'sequences[0].logprobs must be an array of numbers, got undefined'],
    [[[-1, -2]], 'sequences[0] must be made of an object of its fields, got an array of 2'],
    [
      [{ logprobs: [-1], advantage: 1 }],
      'sequences[0] has no field "advantage"; it has logprobs, group, mask, weights, advantages, oldLogprobs, refLogprobs, rolloutLogprobs, entropies',
    ],
  ])('refuses sequences %#', (input, message) => {
    expect(refusal(input)).toBe(message);
  });

  it('is not made by new', () => {
    const make = TokenBatch as unknown as new (tokens: FlatTokens) => TokenBatch;
    expect(() => new make(flat)).toThrow('token batches are made by TokenBatch.from');
  });
});

describe('TokenBatch', () => {
  it('names what a loss lacks', () => {
    const batch = TokenBatch.from(flat);
    expect(batch.require('advantages')).toBe(batch.advantages);
    expect(() => batch.require('refLogprobs')).toThrow(
      'this loss needs refLogprobs, which the batch was made without',
    );
  });

  it('lacks nothing when it has no tokens', () => {
    expect(TokenBatch.from([]).require('advantages')).toEqual(new Float64Array(0));
  });
});
