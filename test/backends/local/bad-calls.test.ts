import { describe, expect, it } from 'vitest';
import { CharacterTokenizer } from '../../../ts/backends/local/character-tokenizer.ts';
import { LocalEngine } from '../../../ts/backends/local/local-engine.ts';
import { LocalPolicy } from '../../../ts/backends/local/local-policy.ts';
import { supervised } from '../../../ts/backends/local/supervised.ts';
import { request, SMALL, workerFile } from './support.ts';

const REQUEST = { prompt: [1, 2], key: [1n, 0n, 0n], maxTokens: 3 } as const;
const DATUMS = [{ tokens: [1, 2, 3] }, { tokens: [1, 2, 4] }];

async function withPolicy(use: (policy: LocalPolicy) => Promise<void>, workers = 0): Promise<void> {
  const policy = await LocalPolicy.create({
    config: SMALL,
    workers,
    workerFile,
    microBatchTokens: 3,
  });
  try {
    await use(policy);
  } finally {
    await policy.close();
  }
}

/** Of a gradient that is to be zero. */
const gradNorm = async (policy: LocalPolicy): Promise<number> =>
  (await policy.optimStep({ learningRate: 0 })).gradNorm;

describe('a policy is not made', () => {
  it.each([
    [{}, 'config must be an object, got undefined'],
    [{ config: { ...SMALL, depth: 3 } }, 'unknown option "depth"'],
    [{ config: { ...SMALL, layers: 1.5 } }, 'config.layers must be an integer'],
    [{ config: SMALL, createPolicy: 'x' }, 'createPolicy must be a function, got "x"'],
    [{ config: SMALL, onWarning: 3 }, 'onWarning must be a function, got 3'],
  ])('of %j', async (options, message) => {
    await expect(LocalPolicy.create({ workers: 0, ...options } as never)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining(message),
    });
  });
});

describe('a request that cannot be drawn is refused by its place and name', () => {
  it.each([
    [{ prompt: [] }, 'prompt must be 1 to 24 tokens (the context), got 0'],
    [{ prompt: Array(25).fill(1) }, 'prompt must be 1 to 24 tokens (the context), got 25'],
    [{ prompt: [1, 12] }, 'prompt[1] must be a token id from 0 to 11, got 12'],
    [{ prompt: [1.5] }, 'prompt[0] must be a token id from 0 to 11, got 1.5'],
    [{ prompt: [Number.NaN] }, 'prompt[0] must be a token id from 0 to 11, got NaN'],
    [{ prompt: 'ab' }, 'prompt must be an array, got "ab"'],
    [{ key: [1n] }, 'key must be 3 bigints'],
    [{ key: [1, 0, 0] }, 'key must be 3 bigints'],
    [{ maxTokens: Number.NaN }, 'maxTokens must be an integer from 0 to 2^32 - 1, got NaN'],
    [{ maxTokens: -1 }, 'maxTokens must be an integer from 0 to 2^32 - 1, got -1'],
    [{ maxTokens: undefined }, 'maxTokens must be an integer from 0 to 2^32 - 1, got undefined'],
    [{ temperature: 1e-4 }, 'temperature must be 0, or a number from 0.001 to 1000, got 0.0001'],
    [{ temperature: null }, 'temperature must be 0, or a number from 0.001 to 1000, got null'],
    [{ topK: 1.5 }, 'topK must be an integer'],
    [{ topP: 0 }, 'topP must be a number above 0 and at most 1, got 0'],
    [{ stop: [12] }, 'stop[0] must be a token id from 0 to 11, got 12'],
    [{ stop: 'x' }, 'stop must be an array, got "x"'],
    [{ max_tokens: 3 }, 'unknown option "max_tokens"'],
  ])('%o', async (change, message) => {
    await withPolicy(async (policy) => {
      const requests = [REQUEST, { ...REQUEST, ...change }] as never;
      await expect(policy.sample(requests)).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringContaining(message),
      });
    });
  });
});

describe('datums that cannot be learned from', () => {
  it.each([
    [[1, 12], 'datums[1].tokens[1] must be a token id from 0 to 11, got 12'],
    [[1, 1.5], 'datums[1].tokens[1] must be a token id from 0 to 11, got 1.5'],
    [[1], 'datums[1].tokens must be 2 to 24 tokens (the context), got 1'],
    [Array(25).fill(1), 'datums[1].tokens must be 2 to 24 tokens (the context), got 25'],
  ])('of tokens %j are refused, and no gradient is added', async (tokens, message) => {
    await withPolicy(async (policy) => {
      const datums = [{ tokens: [1, 2] }, { tokens }];
      const dLogprobs = new Float64Array(2 + tokens.length).fill(1);
      await expect(policy.forwardBackward(datums, { dLogprobs })).rejects.toThrow(message);
      expect(await gradNorm(policy)).toBe(0);
    });
  });

  it.each([0, 2])(
    'by derivatives of the second micro-batch: no gradient is added (%i)',
    async (w) => {
      await withPolicy(async (policy) => {
        const dLogprobs = [0, 1, 1, 0, 1e300, 0];
        await expect(policy.forwardBackward(DATUMS, { dLogprobs })).rejects.toThrow(
          'dLogprobs[4] must be a number that a float32 holds, got 1e+300',
        );
        expect(await gradNorm(policy)).toBe(0);
      }, w);
    },
  );

  it('by options that there are not', async () => {
    await withPolicy(async (policy) => {
      await expect(policy.forward(DATUMS, { entropie: true } as never)).rejects.toThrow(
        'unknown option "entropie"; did you mean entropy?',
      );
      const derivatives = { dLogprobs: Array(6).fill(0), dKL: [] };
      await expect(policy.forwardBackward(DATUMS, derivatives)).rejects.toThrow('"dKL"');
      await expect(policy.forwardBackward(DATUMS, null as never)).rejects.toThrow('loss must be');
    });
  });
});

describe('an optimizer step', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, '0.1', null, -1])(
    'at a learning rate of %s is refused, and changes nothing',
    async (learningRate) => {
      await withPolicy(async (policy) => {
        const before = await policy.parametersHash();
        await policy.forwardBackward(DATUMS, 'cross_entropy');
        await expect(policy.optimStep({ learningRate } as never)).rejects.toMatchObject({
          code: 'invalid-argument',
          message: expect.stringContaining('learningRate must be'),
        });
        expect([await policy.parametersHash(), policy.step]).toEqual([before, 0]);
      });
    },
  );

  it.each([0, 2])(
    'that diverges says so at once, and a saved state helps (%i)',
    async (workers) => {
      await withPolicy(async (policy) => {
        const [state, before] = [await policy.saveState(), await policy.parametersHash()];
        await policy.forwardBackward(DATUMS, 'cross_entropy');
        const failure = { code: 'policy-failed', message: expect.stringContaining('has diverged') };
        await expect(policy.optimStep({ learningRate: 1e300 })).rejects.toMatchObject(failure);
        await expect(policy.saveState()).rejects.toMatchObject(failure);
        await policy.loadState(state);
        expect(await policy.parametersHash()).toBe(before);
        expect(await policy.sample([REQUEST, REQUEST])).toHaveLength(2);
      }, workers);
    },
  );

  it('whose moments overflow leaves no state that could not be loaded', async () => {
    await withPolicy(async (policy) => {
      const dLogprobs = Array(6).fill(1e30);
      await policy.forwardBackward(DATUMS, { dLogprobs });
      await policy.optimStep({ learningRate: 0 });
      await expect(policy.saveState()).rejects.toThrow('moments are not finite');
    });
  });
});

describe('what is imitated', () => {
  const tokenizer = new CharacterTokenizer({ characters: 'abc' });
  const fine = { turns: [['a', 'b']] };

  it.each([
    [
      { demonstrations: [fine, { turns: [['a'.repeat(40), 'b']] }] },
      'demonstrations[1] must be 2 to 24 tokens',
    ],
    [{ demonstrations: [{ turns: ['ab'] }] }, 'demonstrations[0].turns[0] must be what is given'],
    [{ demonstrations: [{ turns: [null] }] }, 'demonstrations[0].turns[0] must be what is given'],
    [{ demonstrations: [[null]] }, 'demonstrations[0][0] must be an object, got null'],
    [
      { demonstrations: [[{ role: 'assistant', content: 3 }]] },
      'demonstrations[0][0].content must be',
    ],
    [{ demonstrations: [fine], learningRate: Number.NaN }, 'learningRate must be a finite number'],
    [{ demonstrations: [fine], gradClipNorm: '1' }, 'gradClipNorm must be a finite number'],
    [{ demonstrations: [fine], onStep: 'x' }, 'onStep must be a function'],
    [
      { demonstrations: [{ tools: [{}], messages: [{ role: 'assistant', content: 'a' }] }] },
      'tools[0] must be a definition',
    ],
  ])('is refused before anything is learned: %o', async (options, message) => {
    await withPolicy(async (policy) => {
      const before = await policy.parametersHash();
      const made = { steps: 3, batchSize: 1, ...options } as never;
      await expect(supervised(policy, tokenizer, made)).rejects.toThrow(message);
      expect([await policy.parametersHash(), await gradNorm(policy)]).toEqual([before, 0]);
    });
  });
});

it('a request of an engine that cannot be drawn does not fail the others', async () => {
  await withPolicy(async (sampler) => {
    const tokenizer = new CharacterTokenizer({ characters: 'abc' });
    const engine = new LocalEngine({
      sampler,
      tokenizer,
      seed: 0,
      maxPromptLength: 9,
      maxLength: 12,
    });
    const drawn = [1, 1e-5, 5000].map((temperature) =>
      engine.complete('a', request({ params: { temperature } })),
    );
    const [fine, ...others] = await Promise.allSettled(drawn);
    expect(fine?.status).toBe('fulfilled');
    for (const other of others)
      expect(other).toMatchObject({
        reason: { message: expect.stringMatching(/^temperature must be/) },
      });
  });
});
