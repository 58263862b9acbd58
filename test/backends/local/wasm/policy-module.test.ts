import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPolicy } from '../../../../ts/backends/local/wasm/policy-module.ts';
import { keysOf, SMALL, samplesOf, sequences, small } from './policies.ts';

const hash = (values: Float32Array): string =>
  createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex').slice(0, 16);

describe('a new policy', () => {
  it('has its parameters in one vector of named tensors', () => {
    const policy = createPolicy(
      { layers: 2, width: 64, heads: 4, feedForward: 256, context: 48, vocabulary: 40 },
      1n,
    );
    expect(policy.parameterCount).toBe(107_456);
    expect(policy.tensors).toHaveLength(20);
    expect(policy.tensors[0]).toEqual({ name: 'token_embedding', offset: 0, shape: [40, 64] });
    expect(policy.tensors[3]).toEqual({
      name: 'layers.0.attention.qkv',
      offset: 40 * 64 + 48 * 64 + 64,
      shape: [64, 192],
    });
    let end = 0;
    for (const { offset, shape } of policy.tensors) {
      expect(offset).toBe(end);
      end += shape.reduce((product, size) => product * size, 1);
    }
    expect(end).toBe(policy.parameterCount);
  });

  it('is what its seed gives', () => {
    expect(small(3n).parameters()).toEqual(small(3n).parameters());
    expect(small(3n).parameters()).not.toEqual(small(2n ** 32n + 3n).parameters());
  });

  it('takes all tokens for about equally likely', () => {
    const { logprobs } = small().score(sequences([1, 2, 3, 4, 5, 6, 7, 8]));
    for (const logprob of logprobs.slice(1)) expect(logprob).toBeCloseTo(-Math.log(9), 0);
    expect(logprobs[0]).toBe(0);
  });

  it.each([
    [{ layers: 0 }, 'layers must be 1 to 64, got 0'],
    [{ context: 1e6 }, 'context must be 1 to 16384, got 1000000'],
    [{ heads: 3 }, 'width must be a multiple of heads'],
    [{ vocabulary: 1.5 }, 'integer'],
    [{ width: 4096, feedForward: 16384 }, 'at most 67108864 parameters'],
  ])('of %o is refused', (change, message) => {
    expect(() => createPolicy({ ...SMALL, ...change }, 1n)).toThrow(message);
  });
});

describe('sampling', () => {
  const prompts = sequences([1, 2, 3], [4], [5, 6]);

  it('gives each sample the same tokens in any company', () => {
    const policy = small();
    const all = samplesOf(policy.sample(prompts, keysOf(3, 4), { maxTokens: 6 }));
    const alone = [...Array(4).keys()].map((sample) => {
      const keys = BigUint64Array.of(5n, 1n, BigInt(sample));
      return samplesOf(policy.sample(sequences([4]), keys, { maxTokens: 6 }))[0];
    });
    expect(all.slice(4, 8)).toEqual(alone);
    expect(new Set(all.map((sample) => JSON.stringify(sample))).size).toBeGreaterThan(9);
    expect(policy.sessionCount).toBe(0);
  });

  it('ends at a stop token, a number of tokens, or the end of the context', () => {
    const policy = small();
    const reasons = (options: { maxTokens: number; stop?: Uint32Array }): string[] => [
      ...policy.sample(sequences([1, 2]), keysOf(1, 40), options).stopReasons,
    ];
    expect(new Set(reasons({ maxTokens: 3 }))).toEqual(new Set(['length']));
    expect(new Set(reasons({ maxTokens: 50 }))).toEqual(new Set(['context']));
    const stopping = policy.sample(sequences([1, 2]), keysOf(1, 40), {
      maxTokens: 50,
      stop: Uint32Array.of(0),
    });
    for (const sample of samplesOf(stopping) as { reason: string; tokens: number[] }[]) {
      expect(sample.tokens.indexOf(0)).toBe(
        sample.reason === 'stop' ? sample.tokens.length - 1 : -1,
      );
    }
    expect(stopping.stopReasons).toContain('stop');
  });

  it.each([1, 0.7, 2])(
    'tells the log probabilities that scoring tells, at temperature %d',
    (temperature) => {
      const policy = small();
      const prompt = [3, 1, 4];
      const { tokens, logprobs } = policy.sample(sequences(prompt), keysOf(1, 1), {
        maxTokens: 8,
        temperature,
      });
      const scores = policy.score(sequences([...prompt, ...tokens]), { temperature });
      expect(scores.logprobs.slice(3)).toEqual(logprobs);
    },
  );

  it('keeps sessions over turns, and over changes of the parameters', () => {
    const policy = small();
    const turns = (reopen: boolean): number[] => {
      let tokens = [2, 7];
      let sessions = policy.open(sequences(tokens), keysOf(1, 1));
      for (let turn = 0; turn < 3; turn++) {
        const { tokens: sampled } = policy.generate(sessions, { maxTokens: 2 });
        policy.extend(sessions, sequences([turn]));
        tokens = [...tokens, ...sampled, turn];
        if (reopen) {
          policy.drop(sessions);
          sessions = policy.open(sequences(tokens), keysOf(1, 1));
        }
        if (turn === 1) policy.setParameters(policy.parameters().map((p) => p * 1.5));
      }
      policy.drop(sessions);
      return tokens;
    };
    const start = policy.parameters();
    const kept = turns(false);
    policy.setParameters(start);
    expect(turns(true)).toEqual(kept);
    expect(policy.sessionCount).toBe(0);
  });

  it('takes the most likely token at temperature 0', () => {
    const policy = small();
    const greedy = samplesOf(
      policy.sample(prompts, keysOf(3, 2), { maxTokens: 5, temperature: 0 }),
    );
    expect(greedy[0]).toEqual(greedy[1]);
    expect(
      samplesOf(policy.sample(prompts, keysOf(3, 2), { maxTokens: 5, temperature: 1, topK: 1 })),
    ).toEqual(greedy);
  });

  it.each([
    [{ maxTokens: 1, temperature: -1 }, 'temperature'],
    [{ maxTokens: 1, topP: 0 }, 'topP'],
    [{ maxTokens: -1 }, 'maxTokens'],
    [{ maxTokens: 1, stop: Uint32Array.of(9) }, 'token 0 of the list'],
    [{ maxTokens: Uint32Array.of(1, 2) }, 'lengths'],
    [{ maxTokens: 1, topk: 1 }, 'topK'],
  ])('with %o is refused', (options, message) => {
    expect(() => small().sample(prompts, keysOf(3, 1), options)).toThrow(message);
  });

  it('refuses sessions that are not open, or occur twice', () => {
    const policy = small();
    const sessions = policy.open(prompts, keysOf(3, 1));
    expect(() => policy.drop(Uint32Array.of(0, 1, 1))).toThrow(
      'session 2 of the list occurs twice',
    );
    expect(() => policy.generate(Uint32Array.of(7), { maxTokens: 1 })).toThrow('is not open');
    expect(() => policy.extend(sessions, sequences([], Array(12).fill(1), [1]))).toThrow(
      'sequence 1 would be longer than the context',
    );
    expect(policy.sessionCount).toBe(3);
  });
});

describe('training', () => {
  const data = sequences([1, 2, 3, 4, 5], [8, 7, 6], [1, 2, 3]);
  const ones = new Float32Array(11).fill(-1 / 8);

  it('makes what it is trained on likelier', () => {
    const policy = small();
    const mean = (): number => policy.score(data).logprobs.reduce((sum, l) => sum + l, 0) / 8;
    const before = mean();
    for (let step = 0; step < 60; step++) {
      policy.forwardBackward(data, { dLogprobs: ones });
      policy.optimStep({ learningRate: 0.01, gradClipNorm: 1 });
    }
    expect(policy.step).toBe(60);
    expect(before).toBeLessThan(-2);
    expect(mean()).toBeGreaterThan(-0.6);
  });

  it('gives these bits', () => {
    const policy = small();
    policy.setReference();
    for (let step = 0; step < 10; step++) {
      policy.forwardBackward(
        data,
        { dLogprobs: ones, dEntropies: ones.map((d) => d / 4), dKl: ones.map((d) => -d) },
        { temperature: 0.9 },
      );
      policy.optimStep({ learningRate: 0.01, weightDecay: 0.01, gradClipNorm: 0.1 });
    }
    expect(hash(policy.parameters())).toBe('a05d95009d5489f2');
  });

  it('gives the same parameters with any number of workers', () => {
    const batches = [
      sequences([1, 2, 3]),
      sequences([4, 5], [6, 7, 8]),
      sequences([2, 2, 2, 2]),
      sequences([3, 1], [3, 1, 4]),
    ];
    const derivatives = ({ tokens }: { tokens: Uint32Array }) => ({
      dLogprobs: Float32Array.from(tokens, (token) => Math.sin(token)),
    });
    const trained = (workers: number): Float32Array => {
      const policies = Array.from({ length: workers }, () => small());
      const [first] = policies;
      if (!first) throw new Error('no worker');
      for (let step = 0; step < 3; step++) {
        const parameters = first.parameters();
        const gradients = batches.map((batch, i) => {
          const worker = policies[i % workers] ?? first;
          worker.setParameters(parameters);
          worker.zeroGradient();
          worker.forwardBackward(batch, derivatives(batch));
          return worker.gradient();
        });
        first.zeroGradient();
        for (const gradient of gradients) first.addGradient(gradient);
        first.optimStep({ learningRate: 0.01 });
      }
      return first.parameters();
    };
    const alone = small();
    for (let step = 0; step < 3; step++) {
      for (const batch of batches) alone.forwardBackward(batch, derivatives(batch));
      alone.optimStep({ learningRate: 0.01 });
    }
    for (const workers of [1, 2, 3]) expect(trained(workers)).toEqual(alone.parameters());
  });

  it('measures KL against the reference', () => {
    const policy = small();
    expect(() => policy.score(data, { kl: true })).toThrow('setReference');
    policy.setReference();
    const same = policy.score(data, { kl: true, entropy: true });
    expect(Math.max(...(same.kl ?? []).map(Math.abs))).toBe(0);
    for (const entropy of (same.entropies ?? []).slice(1, 5)) {
      expect(entropy).toBeGreaterThan(2);
      expect(entropy).toBeLessThanOrEqual(Math.fround(Math.log(9)));
    }
    policy.setParameters(policy.parameters().map((p) => 2 * p));
    const other = policy.score(data, { kl: true });
    expect(Math.min(...(other.kl ?? []).slice(1, 5))).toBeGreaterThan(0);
  });

  it.each([
    [{ learningRate: -1 }, 'learningRate'],
    [{ learningRate: 1, beta2: 1 }, 'beta2'],
    [{ learningRate: Number.NaN }, 'learningRate'],
    [{ learningRate: 1, lr: 1 }, 'unknown option'],
  ])('with %o is refused', (options, message) => {
    expect(() => small().optimStep(options)).toThrow(message);
  });

  it('refuses what does not fit, and changes nothing', () => {
    const policy = small();
    const before = policy.exportState();
    expect(() => policy.forwardBackward(data, { dLogprobs: ones.slice(1) })).toThrow('dLogprobs');
    expect(() => policy.forwardBackward(data, { dLogprobs: ones.fill(Number.NaN, 3, 4) })).toThrow(
      'number 3 is not finite',
    );
    expect(() => policy.score(sequences([1, 2], [3]))).toThrow('sequence 1 has fewer tokens');
    expect(() => policy.score(sequences([1, 9]))).toThrow('token 1 of the list');
    expect(() => policy.score(sequences(Array(13).fill(0)))).toThrow('longer than the context');
    expect(() =>
      policy.score({ tokens: Uint32Array.of(1, 2), offsets: Uint32Array.of(0, 3) }),
    ).toThrow('offsets');
    expect(policy.exportState()).toEqual(before);
    expect(Math.max(...policy.gradient())).toBe(0);
  });
});

describe('a state', () => {
  it('goes on where it was', () => {
    const [first, second] = [small(1n), small(2n)];
    const data = sequences([1, 2, 3, 4]);
    const train = (policy: typeof first): void => {
      policy.forwardBackward(data, { dLogprobs: new Float32Array(4).fill(-1) });
      policy.optimStep({ learningRate: 0.01 });
    };
    train(first);
    second.importState(first.exportState());
    expect(second.step).toBe(1);
    train(first);
    train(second);
    expect(second.exportState()).toEqual(first.exportState());
  });

  it('that is damaged or of another policy is refused', () => {
    const policy = small();
    const state = policy.exportState();
    const refused = (bytes: Uint8Array): unknown => {
      try {
        policy.importState(bytes);
      } catch (error) {
        return error;
      }
      return null;
    };
    for (const at of [0, 4, 12, 100, state.length - 1]) {
      const damaged = state.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      expect(refused(damaged)).toMatchObject({ code: 'invalid-state' });
    }
    for (const bytes of [new Uint8Array(), state.slice(1), state.slice(0, -4), new Uint8Array(40)])
      expect(refused(bytes)).toMatchObject({ code: 'invalid-state' });
    const other = createPolicy({ ...SMALL, layers: 1 }, 1n);
    expect(refused(other.exportState())).toMatchObject({
      code: 'invalid-state',
      message: expect.stringContaining('another config'),
    });
    expect(policy.exportState()).toEqual(state);
  });
});
