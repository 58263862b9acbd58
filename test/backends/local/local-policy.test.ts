import { afterEach, describe, expect, it } from 'vitest';
import { LocalPolicy, type LocalPolicyOptions } from '../../../ts/backends/local/local-policy.ts';
import type { SampleRequest } from '../../../ts/backends/local/policy-calls.ts';
import { SMALL, workerFile } from './support.ts';

const opened: LocalPolicy[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((policy) => policy.close()));
});

async function open(options: Partial<LocalPolicyOptions> = {}): Promise<LocalPolicy> {
  const policy = await LocalPolicy.create({ config: SMALL, workers: 0, workerFile, ...options });
  opened.push(policy);
  return policy;
}

const datums = Array.from({ length: 9 }, (_, i) => ({
  tokens: Array.from({ length: 4 + (i % 3) }, (_, t) => (3 * i + 5 * t) % SMALL.vocabulary),
  advantages: (i % 3) - 1,
  temperature: i % 2 === 0 ? 1 : 0.7,
}));

const asks: SampleRequest[] = Array.from({ length: 10 }, (_, i) => ({
  prompt: [1, i % 3],
  key: [1n, BigInt(i), 0n],
  maxTokens: 6,
  conversation: `c${i}`,
}));

/** Samples, learns from what it sampled, a few times over. */
async function train(policy: LocalPolicy): Promise<{ hash: string; drawn: number[][] }> {
  const drawn: number[][] = [];
  for (let step = 0; step < 3; step++) {
    const samples = await policy.sample(asks);
    drawn.push(...samples.map(({ tokens }) => [...tokens]));
    const seen = samples.map(({ tokens, logprobs }, i) => ({
      tokens: [...(asks[i] as SampleRequest).prompt, ...tokens],
      mask: [0, 0, ...tokens.map(() => 1)],
      oldLogprobs: [0, 0, ...logprobs],
      advantages: (i % 4) - 1.5,
    }));
    await policy.forwardBackward(seen, 'ppo');
    await policy.forwardBackward(datums, 'cross_entropy');
    await policy.optimStep({ learningRate: 0.01, gradClipNorm: 1 });
  }
  return { hash: await policy.parametersHash(), drawn };
}

describe('a local policy', () => {
  it('comes to the same parameters in this thread, in another, and in 2 and 4 of them', async () => {
    const expected = await train(await open({ microBatchTokens: 12 }));
    expect(expected.hash).toMatch(/^[0-9a-f]{16}$/);
    for (const workers of [1, 2, 4]) {
      const policy = await open({ workers, microBatchTokens: 12 });
      expect([workers, await train(policy)]).toEqual([workers, expected]);
      expect(policy.step).toBe(3);
      await policy.close();
    }
  });

  it('has other parameters for another seed', async () => {
    const [a, b] = [await open({ seed: 1 }), await open({ seed: 2 })];
    expect(await a.parametersHash()).not.toBe(await b.parametersHash());
    expect(await a.parameters()).toHaveLength(a.parameterCount);
  });

  it('scores what it sampled with the same bits, at the temperature of each', async () => {
    const policy = await open();
    const hot = asks.map((ask, i) => ({ ...ask, temperature: [1, 1.5, 0][i % 3] as number }));
    const samples = await policy.sample(hot);
    const { logprobs } = await policy.forward(
      samples.map(({ tokens }, i) => ({
        tokens: [...(hot[i] as SampleRequest).prompt, ...tokens],
        temperature: hot[i]?.temperature || 1,
      })),
    );
    samples.forEach((sample, i) => {
      expect([...(logprobs[i] as Float32Array)].slice(2)).toEqual(sample.logprobs);
    });
  });

  it('adds to the gradient until the next step', async () => {
    const [once, twice] = [await open(), await open()];
    await once.forwardBackward(datums, 'cross_entropy');
    await twice.forwardBackward(datums, 'cross_entropy');
    await twice.forwardBackward(datums, 'cross_entropy');
    const a = (await once.optimStep({ learningRate: 0 })).gradNorm;
    const b = (await twice.optimStep({ learningRate: 0 })).gradNorm;
    expect(b / a).toBeCloseTo(2, 5);
    expect((await once.optimStep({ learningRate: 0 })).gradNorm).toBe(0);
  });

  it('takes a loss by name, as a function, and as derivatives, to one gradient', async () => {
    const own = (batch: { logprobs: Float64Array; mask: Uint8Array; numTrained: number }) => ({
      loss: 1,
      dLogprobs: Float64Array.from(batch.mask, (trained) =>
        trained === 1 ? -1 / batch.numTrained : 0,
      ),
    });
    const total = datums.reduce((sum, { tokens }) => sum + tokens.length - 1, 0);
    const dLogprobs = datums.flatMap(({ tokens }) =>
      tokens.map((_, t) => (t === 0 ? 0 : -1 / total)),
    );
    const norms = [];
    for (const add of [
      (policy: LocalPolicy) => policy.forwardBackward(datums, 'cross_entropy'),
      (policy: LocalPolicy) => policy.forwardBackward(datums, own),
      (policy: LocalPolicy) => policy.forwardBackward(datums, { dLogprobs }),
    ]) {
      const policy = await open();
      const result = await add(policy);
      expect(result.logprobs).toHaveLength(datums.length);
      norms.push((await policy.optimStep({ learningRate: 0 })).gradNorm);
    }
    expect(new Set(norms).size).toBe(1);
  });

  it('raises entropy and lowers KL to the reference along their derivatives', async () => {
    const policy = await open();
    await policy.setReference();
    for (let i = 0; i < 5; i++) {
      await policy.forwardBackward(datums, 'cross_entropy');
      await policy.optimStep({ learningRate: 0.02 });
    }
    const sum = (lists: readonly Float32Array[] = []) =>
      lists.flatMap((list) => [...list]).reduce((a, b) => a + b);
    const ask = { entropy: true, kl: true };
    const before = await policy.forward(datums, ask);
    const tokens = datums.flatMap((datum) => datum.tokens);
    const zero = tokens.map(() => 0);
    await policy.forwardBackward(datums, {
      dLogprobs: zero,
      dEntropies: zero.map(() => -1),
      dKl: zero,
    });
    await policy.optimStep({ learningRate: 1e-3 });
    const between = await policy.forward(datums, ask);
    expect(sum(between.entropies)).toBeGreaterThan(sum(before.entropies));
    await policy.forwardBackward(datums, {
      dLogprobs: zero,
      dEntropies: zero,
      dKl: zero.map(() => 1),
    });
    await policy.optimStep({ learningRate: 1e-3 });
    expect(sum((await policy.forward(datums, ask)).kl)).toBeLessThan(sum(between.kl));
  });

  it('goes on from a saved state, reference and all, as if nothing had been', async () => {
    const policy = await open({ seed: 3 });
    await policy.setReference();
    await train(policy);
    const state = await policy.saveState();
    const expected = await train(policy);
    const other = await open({ seed: 4, workers: 2 });
    await other.forwardBackward(datums, 'cross_entropy');
    await other.loadState(state);
    expect(other.step).toBe(3);
    expect(other.hasReference).toBe(true);
    const scores = await other.forward(datums, { reference: true });
    expect(scores).toEqual(await (await open({ seed: 3 })).forward(datums));
    expect(await train(other)).toEqual(expected);
    expect(await other.saveState()).toEqual(await policy.saveState());
  });

  it('refuses a damaged state and one of another config, and changes nothing', async () => {
    const policy = await open();
    const hash = await policy.parametersHash();
    const state = await policy.saveState();
    const other = await open({ config: { ...SMALL, layers: 2 } });
    const bad = [
      state.slice(0, 5),
      state.slice(0, -3),
      Uint8Array.from([...state, 0]),
      state.map((byte, i) => (i === 0 ? byte + 1 : byte)),
      state.map((byte, i) => (i === 4 ? 9 : byte)),
      await other.saveState(),
      'bytes' as never,
    ];
    for (const bytes of bad)
      await expect(policy.loadState(bytes)).rejects.toMatchObject({ code: 'invalid-state' });
    expect(await policy.parametersHash()).toBe(hash);
    await policy.loadState(state);
  });

  it('refuses what it cannot be made of, or compute', async () => {
    const refused = { code: 'invalid-argument' };
    await expect(open({ workers: -1 })).rejects.toMatchObject(refused);
    await expect(open({ seed: 0.5 })).rejects.toMatchObject(refused);
    await expect(open({ config: { ...SMALL, heads: 3 } })).rejects.toMatchObject(refused);
    await expect(open({ workers: 1, createPolicy: () => null as never })).rejects.toThrow(
      'workers must be 0',
    );
    const policy = await open();
    for (const bad of [
      { tokens: [1] },
      { tokens: [1, 2], mask: [1, 1] },
      { tokens: [1, 2], mask: [0] },
      { tokens: [1, 2], temperature: 0 },
      { tokens: [1, SMALL.vocabulary] },
      { tokens: new Array(SMALL.context + 1).fill(1) },
    ])
      await expect(policy.forward([bad])).rejects.toMatchObject(refused);
    await expect(policy.forward(datums, { reference: true })).rejects.toThrow('the reference');
    await expect(policy.forwardBackward(datums, { dLogprobs: [1] })).rejects.toThrow('of length');
    await expect(policy.forwardBackward(datums, 'pppo')).rejects.toMatchObject({
      code: 'unknown-loss',
    });
    expect((await policy.optimStep({ learningRate: 0.1 })).gradNorm).toBe(0);
  });
});
