import { checkOptions } from '../../../errors/check-options.ts';
import { refuse } from '../../../errors/refuse.ts';
import { UpperhandError } from '../../../errors/upperhand-error.ts';
import type { ModuleExports } from './module-exports.ts';
import { ModuleMemory } from './module-memory.ts';
import type {
  AdamOptions,
  EmbeddedPolicy,
  Generated,
  GenerateOptions,
  LossDerivatives,
  PolicyConfig,
  PolicyTensor,
  SampleKeys,
  ScoreOptions,
  Scores,
  StopReason,
  TokenSequences,
} from './policy-exports.ts';
import { readTensors } from './tensor-names.ts';

const REASONS: readonly StopReason[] = ['stop', 'length', 'context'];
const ENTROPY = 1;
const KL = 2;
const BY_ENTROPY = 4;
const BY_KL = 8;
const OF_REFERENCE = 16;
/** Words of an exported state before parameters and moments. */
const STATE_HEAD = 10;

/** The policy of one instance of the module: arrays in, arrays out, and problems as errors. */
export class WasmPolicy implements EmbeddedPolicy {
  readonly config: PolicyConfig;
  readonly parameterCount: number;
  readonly tensors: readonly PolicyTensor[];
  readonly #memory: ModuleMemory;

  constructor(wasm: ModuleExports, config: PolicyConfig, seed: bigint) {
    const { layers, width, heads, feedForward, context, vocabulary } = config;
    const sizes = [layers, width, heads, feedForward, context, vocabulary] as const;
    for (const [name, size] of Object.entries({
      layers,
      width,
      heads,
      feedForward,
      context,
      vocabulary,
    }))
      uint32(`config.${name}`, size);
    if (typeof seed !== 'bigint' || seed !== BigInt.asUintN(64, seed))
      refuse('the seed', 'a bigint from 0 to 2^64 - 1', seed);
    const [low = 0, high = 0] = halves(new BigUint64Array([seed]));
    this.#memory = new ModuleMemory(wasm);
    this.#memory.call('createPolicy', [], [], () => wasm.create(...sizes, low, high));
    this.#memory.call('createPolicy', [], [], () => wasm.tensors());
    this.config = { layers, width, heads, feedForward, context, vocabulary };
    this.tensors = readTensors(this.#memory.words());
    this.parameterCount = wasm.parameterCount() >>> 0;
  }

  get step(): number {
    return this.#memory.wasm.steps();
  }

  get sessionCount(): number {
    return this.#memory.wasm.sessionCount() >>> 0;
  }

  parameters(): Float32Array {
    const { wasm } = this.#memory;
    return this.#memory.floatsAt(wasm.parametersPointer(), this.parameterCount);
  }

  setParameters(values: Float32Array): void {
    this.#all('the parameters', values);
    this.#memory.call('setParameters', [], [values], (wasm) => wasm.setParameters());
  }

  setReference(values?: Float32Array): void {
    if (values) this.#all('the reference', values);
    const given = values ? 1 : 0;
    this.#memory.call('setReference', [], values ? [values] : [], (wasm) =>
      wasm.setReference(given),
    );
  }

  open(prompts: TokenSequences, keys: SampleKeys): Uint32Array {
    const lists = listCount(prompts);
    if (keys.length !== 3 * lists) refuse('keys', `3 numbers for each prompt`, keys.length);
    this.#memory.call('open', [prompts.offsets, prompts.tokens, halves(keys)], [], (wasm) =>
      wasm.open(lists, prompts.tokens.length),
    );
    return this.#memory.words();
  }

  fork(session: number, keys: SampleKeys): Uint32Array {
    uint32('the session', session);
    const count = keyCount(keys);
    this.#memory.call('fork', [halves(keys)], [], (wasm) => wasm.fork(session, count));
    return this.#memory.words();
  }

  extend(sessions: Uint32Array, tokens: TokenSequences): void {
    if (listCount(tokens) !== sessions.length)
      refuse('token lists', `as many as sessions (${sessions.length})`, listCount(tokens));
    this.#memory.call('extend', [sessions, tokens.offsets, tokens.tokens], [], (wasm) =>
      wasm.extend(sessions.length, tokens.tokens.length),
    );
  }

  rekey(sessions: Uint32Array, keys: SampleKeys): void {
    if (keys.length !== 3 * sessions.length)
      refuse('keys', `3 numbers for each session`, keys.length);
    this.#memory.call('rekey', [sessions, halves(keys)], [], (wasm) => wasm.rekey(sessions.length));
  }

  generate(sessions: Uint32Array, options: GenerateOptions): Generated {
    const { limits, stop, temperature, topK, topP } = generation(options);
    this.#memory.call('generate', [sessions, limits, stop], [], (wasm) =>
      wasm.generate(sessions.length, limits.length, stop.length, temperature, topK, topP),
    );
    return this.#generated(sessions.length);
  }

  drop(sessions: Uint32Array): void {
    this.#memory.call('drop', [sessions], [], (wasm) => wasm.dropSessions(sessions.length));
  }

  sample(prompts: TokenSequences, keys: SampleKeys, options: GenerateOptions): Generated {
    const { limits, stop, temperature, topK, topP } = generation(options);
    const { offsets, tokens } = prompts;
    const [lists, count] = [listCount(prompts), keyCount(keys)];
    this.#memory.call('sample', [offsets, tokens, halves(keys), limits, stop], [], (wasm) =>
      wasm.sample(lists, tokens.length, count, limits.length, stop.length, temperature, topK, topP),
    );
    return this.#generated(count);
  }

  score(sequences: TokenSequences, options: ScoreOptions = {}): Scores {
    return this.#score(sequences, options, 0);
  }

  scoreReference(sequences: TokenSequences, options: ScoreOptions = {}): Scores {
    return this.#score(sequences, options, OF_REFERENCE);
  }

  #score(sequences: TokenSequences, options: ScoreOptions, of: number): Scores {
    checkOptions(options, { temperature: true, entropy: true, kl: true });
    const { temperature = 1, entropy = false, kl = false } = options;
    const { offsets, tokens } = sequences;
    const lists = listCount(sequences);
    const flags = (entropy ? ENTROPY : 0) | (kl ? KL : 0) | of;
    this.#memory.call('score', [offsets, tokens], [], (wasm) =>
      wasm.score(lists, tokens.length, temperature, flags),
    );
    return this.#scores(tokens.length, flags);
  }

  forwardBackward(
    sequences: TokenSequences,
    derivatives: LossDerivatives,
    options: ScoreOptions = {},
  ): Scores {
    checkOptions(options, { temperature: true, entropy: true, kl: true });
    const { temperature = 1, entropy = false, kl = false } = options;
    const { offsets, tokens } = sequences;
    const { dLogprobs, dEntropies, dKl } = derivatives;
    for (const [name, values] of Object.entries({ dLogprobs, dEntropies, dKl })) {
      if (values && values.length !== tokens.length)
        refuse(name, `one number for each of ${tokens.length} tokens`, values.length);
    }
    const lists = listCount(sequences);
    const flags =
      (entropy ? ENTROPY : 0) |
      (kl ? KL : 0) |
      (dEntropies ? ENTROPY | BY_ENTROPY : 0) |
      (dKl ? KL | BY_KL : 0);
    const floats = [dLogprobs, dEntropies, dKl].filter((values) => values !== undefined);
    this.#memory.call('forwardBackward', [offsets, tokens], floats, (wasm) =>
      wasm.forwardBackward(lists, tokens.length, temperature, flags),
    );
    return this.#scores(tokens.length, flags);
  }

  gradient(): Float32Array {
    const { wasm } = this.#memory;
    return this.#memory.floatsAt(wasm.gradientPointer(), this.parameterCount);
  }

  addGradient(values: Float32Array): void {
    this.#all('the gradient', values);
    this.#memory.call('addGradient', [], [values], (wasm) => wasm.addGradient());
  }

  zeroGradient(): void {
    this.#memory.call('zeroGradient', [], [], (wasm) => wasm.zeroGradient());
  }

  optimStep(options: AdamOptions): { readonly gradNorm: number } {
    checkOptions(options, {
      learningRate: true,
      beta1: true,
      beta2: true,
      eps: true,
      weightDecay: true,
      gradClipNorm: true,
    });
    const {
      learningRate,
      beta1 = 0.9,
      beta2 = 0.95,
      eps = 1e-8,
      weightDecay = 0,
      gradClipNorm = 0,
    } = options;
    this.#memory.call('optimStep', [], [], (wasm) =>
      wasm.optimStep(learningRate, beta1, beta2, eps, weightDecay, gradClipNorm),
    );
    const { wasm } = this.#memory;
    if (!this.#memory.areFinite(wasm.parametersPointer(), this.parameterCount))
      throw diverged('optimStep', 'the parameters are not finite any more');
    return { gradNorm: wasm.result() };
  }

  exportState(): Uint8Array {
    this.#memory.call('exportState', [], [], (wasm) => wasm.exportState());
    const words = this.#memory.words();
    const numbers = new Float32Array(words.buffer, 4 * STATE_HEAD, 3 * this.parameterCount);
    // importState would take it for damage.
    if (!numbers.every(Number.isFinite))
      throw diverged('exportState', 'the parameters or their moments are not finite');
    return new Uint8Array(words.buffer);
  }

  importState(bytes: Uint8Array): void {
    const words = new Uint32Array(bytes.length >>> 2);
    new Uint8Array(words.buffer).set(bytes.subarray(0, 4 * words.length));
    // What is no whole word more is read as damage.
    const count = bytes.length % 4 === 0 ? words.length : 0;
    this.#memory.call('importState', [words], [], (wasm) => wasm.importState(count));
  }

  #all(what: string, values: Float32Array): void {
    if (values.length !== this.parameterCount)
      refuse(what, `${this.parameterCount} numbers`, values.length);
  }

  #generated(samples: number): Generated {
    const words = this.#memory.words();
    const offsets = words.slice(0, samples + 1);
    const end = samples + 1 + (offsets[samples] ?? 0);
    return {
      offsets,
      tokens: words.slice(samples + 1, end),
      logprobs: this.#memory.floats(),
      stopReasons: Array.from(words.subarray(end), (code) => REASONS[code] ?? 'length'),
    };
  }

  #scores(tokens: number, flags: number): Scores {
    const floats = this.#memory.floats();
    let at = 0;
    const part = (): Float32Array => {
      at += tokens;
      return floats.slice(at - tokens, at);
    };
    return {
      logprobs: part(),
      ...((flags & ENTROPY) !== 0 && { entropies: part() }),
      ...((flags & KL) !== 0 && { kl: part() }),
    };
  }
}

function generation(options: GenerateOptions): {
  limits: Uint32Array;
  stop: Uint32Array;
  temperature: number;
  topK: number;
  topP: number;
} {
  checkOptions(options, {
    maxTokens: true,
    temperature: true,
    topK: true,
    topP: true,
    stop: true,
  });
  const { maxTokens, temperature = 1, topK = 0, topP = 1, stop = new Uint32Array() } = options;
  uint32('topK', topK);
  if (typeof maxTokens === 'number') uint32('maxTokens', maxTokens);
  const limits = typeof maxTokens === 'number' ? Uint32Array.of(maxTokens) : maxTokens;
  if (limits.length === 0) refuse('maxTokens', 'a number, or one for each session', limits);
  return { limits, stop, temperature, topK, topP };
}

function diverged(call: string, what: string): UpperhandError {
  return new UpperhandError('policy-failed', `${call}: ${what}: training has diverged`);
}

function uint32(what: string, value: number): void {
  if (!Number.isInteger(value) || value < 0 || value > 0xffff_ffff)
    refuse(what, 'an integer from 0 to 2^32 - 1', value);
}

function listCount({ offsets }: TokenSequences): number {
  if (offsets.length === 0) refuse('offsets', 'one more than there are sequences', offsets);
  return offsets.length - 1;
}

function keyCount(keys: SampleKeys): number {
  if (keys.length % 3 !== 0) refuse('keys', '3 numbers for each sample', keys.length);
  return keys.length / 3;
}

/** Each number as two of 32 bits, the lower first: how typed arrays lie in memory wherever this runs. */
function halves(numbers: BigUint64Array): Uint32Array {
  return new Uint32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length);
}
