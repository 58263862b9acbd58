import { checkOptions, type OptionNames } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import type { OnWarning } from '../../errors/warning.ts';
import type { LossFn } from '../../losses/loss-fn.ts';
import type { LossOptions } from '../../losses/loss-options.ts';
import type { LossName } from '../../losses/registry.ts';
import { runLoss } from '../../losses/run-loss.ts';
import { checkArray, checkFunction, checkRecord } from '../../types/check.ts';
import { checkSampleRequest } from './check-calls.ts';
import { checkDatums, type Datum, type MicroBatch, microBatchesOf, toTokenBatch } from './datum.ts';
import { type Derivatives, derivativesOf } from './derivatives.ts';
import type { PolicyCaller } from './policy-caller.ts';
import type { Sample, SampleRequest } from './policy-calls.ts';
import type { CreatePolicy } from './policy-host.ts';
import { defaultWorkers, startThreads } from './policy-threads.ts';
import { SampleRouter } from './sample-router.ts';
import { type DatumScores, joinScores } from './scores.ts';
import { packState, unpackState } from './state-bytes.ts';
import type { AdamOptions, PolicyConfig } from './wasm/policy-exports.ts';

/** What a {@link LocalPolicy} is made of. */
export interface LocalPolicyOptions {
  readonly config: PolicyConfig;
  /** Of the first parameters; an integer ≥ 0. Default 0. */
  readonly seed?: number;
  /**
   * Threads that share sampling and gradients; 0 computes in this thread. All give the same bits. Default: 2 where there
   * is a processor for each, else 1.
   */
  readonly workers?: number;
  /** Most tokens of a micro-batch. Default 1024. */
  readonly microBatchTokens?: number;
  /** The module that the threads run, where a bundler does not find it: `dist/backends/local/policy-worker.js`. */
  readonly workerFile?: string | URL;
  /** Another model than the embedded one, with `workers: 0`. */
  readonly createPolicy?: CreatePolicy;
  readonly onWarning?: OnWarning;
}

const OPTION_NAMES: OptionNames<LocalPolicyOptions> = {
  config: true,
  seed: true,
  workers: true,
  microBatchTokens: true,
  workerFile: true,
  createPolicy: true,
  onWarning: true,
};

/** What {@link LocalPolicy.forward} is to give beside log-probabilities. */
export interface ForwardOptions {
  /** Entropy of each token's distribution. Default false. */
  readonly entropy?: boolean;
  /** KL(policy ‖ reference) of each distribution. Default false. */
  readonly kl?: boolean;
  /** Under the reference's parameters instead. Default false. */
  readonly reference?: boolean;
}

const CONFIG_NAMES: OptionNames<PolicyConfig> = {
  layers: true,
  width: true,
  heads: true,
  feedForward: true,
  context: true,
  vocabulary: true,
};

const FORWARD_NAMES: OptionNames<ForwardOptions> = { entropy: true, kl: true, reference: true };

/** What {@link LocalPolicy.forwardBackward} gives for a loss. */
export interface ForwardBackwardResult extends DatumScores {
  readonly loss: number;
  readonly metrics: Readonly<Record<string, number>>;
}

/**
 * A small language model that samples and learns, in threads of its own, so that the event loop stays free. The same
 * calls give the same bits in every runtime and for any number of threads.
 *
 * Source: Tinker's training client, with its names.
 *
 * @example
 * const policy = await LocalPolicy.create({
 *   config: { layers: 1, width: 16, heads: 2, feedForward: 32, context: 16, vocabulary: 8 },
 * });
 * const datums = [{ tokens: [1, 2, 3, 4] }];
 * const before = await policy.forwardBackward(datums, 'cross_entropy');
 * await policy.optimStep({ learningRate: 0.01 });
 * const after = await policy.forwardBackward(datums, 'cross_entropy');
 * after.loss < before.loss; // true
 * await policy.close();
 */
export class LocalPolicy {
  readonly config: PolicyConfig;
  readonly parameterCount: number;
  /** Optimizer steps done. */
  step = 0;
  /** Whether there is a reference, set or loaded. */
  hasReference = false;
  readonly #callers: readonly PolicyCaller[];
  readonly #router: SampleRouter;
  readonly #microBatchTokens: number;
  /** Work that changes the policy, one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    callers: readonly PolicyCaller[],
    made: {
      readonly config: PolicyConfig;
      readonly parameterCount: number;
      readonly microBatchTokens: number;
    },
  ) {
    this.#callers = callers;
    this.#router = new SampleRouter(callers.length);
    this.config = made.config;
    this.parameterCount = made.parameterCount;
    this.#microBatchTokens = made.microBatchTokens;
  }

  /**
   * Starts the threads and makes the parameters.
   *
   * @throws UpperhandError `invalid-argument` for options that there are not or out of range, and for sizes that no
   *   policy can have
   */
  static async create(options: LocalPolicyOptions): Promise<LocalPolicy> {
    checkOptions(options, OPTION_NAMES);
    const { config, seed = 0, workers = defaultWorkers(), microBatchTokens = 1024 } = options;
    const { workerFile, createPolicy, onWarning } = options;
    checkRecord('config', config);
    checkOptions(config, CONFIG_NAMES);
    if (createPolicy !== undefined) checkFunction('createPolicy', createPolicy);
    if (onWarning !== undefined) checkFunction('onWarning', onWarning);
    checkCount('seed', seed, 0);
    checkCount('workers', workers, 0);
    checkCount('microBatchTokens', microBatchTokens, 1);
    if (createPolicy !== undefined && workers > 0)
      refuse('workers', '0 with a createPolicy, which no thread can be given', workers);
    const callers = await startThreads({ workers, workerFile, createPolicy, onWarning });
    try {
      const made = await Promise.all(
        callers.map((caller) => caller.call('create', config, BigInt(seed))),
      );
      const { parameterCount } = made[0] as { parameterCount: number };
      return new LocalPolicy(callers, { config, parameterCount, microBatchTokens });
    } catch (error) {
      await Promise.all(callers.map((caller) => caller.close()));
      throw error;
    }
  }

  /** Threads that compute; this one counts. */
  get workers(): number {
    return this.#callers.length;
  }

  /**
   * Draws an answer to each prompt. An answer depends on its request and the parameters alone, not on what is asked
   * beside it.
   *
   * @returns in the order of the requests
   * @throws UpperhandError `invalid-argument` for a request that the policy cannot draw; none is drawn then
   */
  async sample(requests: readonly SampleRequest[]): Promise<Sample[]> {
    checkArray('requests', requests);
    requests.forEach((request, i) => {
      checkSampleRequest(`requests[${i}]`, request, this.config);
    });
    const samples: Sample[] = new Array(requests.length);
    await Promise.all(
      this.#router.share(requests).map(async (places, w) => {
        if (places.length === 0) return;
        const own = places.map((i) => requests[i] as SampleRequest);
        const drawn = await this.#caller(w).call('sample', own);
        drawn.forEach((sample, k) => {
          samples[places[k] as number] = sample;
        });
      }),
    );
    return samples;
  }

  /** Log-probabilities of all tokens, for each datum; that of a first token is 0. */
  async forward(datums: readonly Datum[], options: ForwardOptions = {}): Promise<DatumScores> {
    checkOptions(options, FORWARD_NAMES);
    const { entropy = false, kl = false, reference = false } = options;
    const batches = this.#microBatches(datums);
    const method = reference ? 'scoreReference' : 'score';
    const scores = await Promise.all(
      batches.map(({ sequences, temperature }, b) =>
        this.#caller(b).call(method, { sequences, options: { temperature, entropy, kl } }),
      ),
    );
    return joinScores(datums.length, batches, scores);
  }

  /**
   * Adds the gradient of a loss over the datums to the gradient.
   *
   * @param loss - a name or a function, which is computed over all datums together; or its derivatives, where they are
   *   known already, which spares a pass
   * @throws as `runLoss` does, and for datums that are none of this policy; nothing was added then
   */
  forwardBackward(
    datums: readonly Datum[],
    loss: LossName | LossFn,
    options?: LossOptions,
  ): Promise<ForwardBackwardResult>;
  forwardBackward(datums: readonly Datum[], derivatives: Derivatives): Promise<DatumScores>;
  forwardBackward(
    datums: readonly Datum[],
    loss: LossName | LossFn | Derivatives,
    options: LossOptions = {},
  ): Promise<DatumScores> {
    return this.#inTurn(async () => {
      const batches = this.#microBatches(datums);
      if (typeof loss === 'object' && loss !== null) return this.#backward(datums, batches, loss);
      const { logprobs } = await this.forward(datums);
      const result = runLoss(loss, toTokenBatch(datums, logprobs), options);
      const { dLogprobs, metrics } = result;
      const scores = await this.#backward(datums, batches, { dLogprobs });
      return { ...scores, loss: result.loss, metrics };
    });
  }

  /** Forgets the gradient. */
  zeroGradient(): Promise<void> {
    return this.#inTurn(() => this.#first.call('zeroGradient'));
  }

  /**
   * One step of AdamW with the gradient, which is zero afterwards.
   *
   * @throws UpperhandError `invalid-argument` for options that there are not or out of range, and nothing is changed then;
   *   `policy-failed` where the step left parameters that are not finite: only a saved state helps from there
   */
  optimStep(options: AdamOptions): Promise<{ readonly gradNorm: number }> {
    return this.#inTurn(async () => {
      checkRecord('options', options);
      for (const [name, value] of Object.entries(options))
        if (!Number.isFinite(value)) refuse(name, 'a finite number', value);
      const { gradNorm, step } = await this.#first.call('optimStep', options);
      this.step = step;
      await this.#share();
      return { gradNorm };
    });
  }

  /** The parameters that `reference` and `kl` are about, from now on: the present ones. */
  setReference(): Promise<void> {
    return this.#inTurn(async () => {
      await Promise.all(this.#callers.map((caller) => caller.call('setReference')));
      this.hasReference = true;
    });
  }

  /** A copy of the flat parameter vector. */
  parameters(): Promise<Float32Array> {
    return this.#first.call('parameters');
  }

  /** Of all parameters: 16 hexadecimal digits, the same wherever the parameters are. */
  parametersHash(): Promise<string> {
    return this.#first.call('hash');
  }

  /**
   * Parameters, moments, step, config and reference. The gradient is not part of it.
   *
   * @throws UpperhandError `policy-failed` where parameters or moments are not finite
   */
  saveState(): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      const state = await this.#first.call('exportState');
      return packState({ state, reference: await this.#first.call('reference') });
    });
  }

  /**
   * Goes on from a saved state, with a gradient of zero.
   *
   * @throws UpperhandError `invalid-state` for bytes that are damaged or of another config; nothing is changed then
   */
  loadState(bytes: Uint8Array): Promise<void> {
    return this.#inTurn(async () => {
      const { state, reference } = unpackState(bytes, this.parameterCount);
      const { step } = await this.#first.call('importState', state);
      this.step = step;
      await this.#first.call('zeroGradient');
      await this.#share();
      if (reference !== null)
        await Promise.all(this.#callers.map((caller) => caller.call('setReference', reference)));
      this.hasReference = reference !== null;
    });
  }

  /** Ends the threads. What is in flight fails. */
  async close(): Promise<void> {
    await Promise.all(this.#callers.map((caller) => caller.close()));
  }

  /** The first thread has the gradient and the optimizer; the others compute gradients of micro-batches for it. */
  async #backward(
    datums: readonly Datum[],
    batches: readonly MicroBatch[],
    derivatives: Derivatives,
  ): Promise<DatumScores> {
    const parts = derivativesOf(datums, batches, derivatives);
    const options = {
      entropy: derivatives.dEntropies !== undefined,
      kl: derivatives.dKl !== undefined,
    };
    const calls = batches.map(({ sequences, temperature }) => ({
      sequences,
      options: { ...options, temperature },
    }));
    // All begin at once; gradients are added in the order of micro-batches, so that the sum has the same bits.
    const apart = calls.map((call, b) =>
      b % this.workers === 0
        ? null
        : this.#caller(b).call('gradientOf', call, parts[b] as (typeof parts)[number]),
    );
    for (const one of apart) one?.catch(() => {});
    const scores = [];
    for (const [b, call] of calls.entries()) {
      const other = await apart[b];
      if (other) await this.#first.call('addGradient', other.gradient);
      scores.push(
        other?.scores ??
          (await this.#first.call('forwardBackward', call, parts[b] as (typeof parts)[number])),
      );
    }
    return joinScores(datums.length, batches, scores);
  }

  #microBatches(datums: readonly Datum[]): MicroBatch[] {
    checkDatums(datums, this.config);
    return microBatchesOf(datums, this.#microBatchTokens);
  }

  /** Gives the other threads the parameters of the first one. */
  async #share(): Promise<void> {
    this.#router.forget();
    const others = this.#callers.slice(1);
    if (others.length === 0) return;
    const parameters = await this.#first.call('parameters');
    await Promise.all(others.map((caller) => caller.call('setParameters', parameters)));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  get #first(): PolicyCaller {
    return this.#caller(0);
  }

  #caller(i: number): PolicyCaller {
    return this.#callers[i % this.#callers.length] as PolicyCaller;
  }
}

function checkCount(name: string, value: unknown, least: number): void {
  if (!Number.isSafeInteger(value) || (value as number) < least)
    refuse(name, `an integer ≥ ${least}`, value);
}
