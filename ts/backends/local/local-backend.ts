import { checkOptions, type OptionNames } from '../../errors/check-options.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { OnWarning } from '../../errors/warning.ts';
import { computeScheduleLrMultiplier } from '../../losses/lr-schedule.ts';
import type { Backend, BackendContext } from '../../trainer/backend.ts';
import type { TrainerState } from '../../trainer/trainer-state.ts';
import type { TrainerConfig } from '../../types/trainer-config.ts';
import { packBackendState, unpackBackendState } from './backend-state.ts';
import { type BatchLossSettings, computeBatchLoss } from './batch-loss.ts';
import { CharacterTokenizer } from './character-tokenizer.ts';
import { agree, datumsOf, isSampledBy, type LocalBatch, toLocalBatch } from './local-batch.ts';
import { LocalEngine } from './local-engine.ts';
import type { ModelSettings, TrainingSettings } from './local-fields.ts';
import { LocalPolicy, type LocalPolicyOptions } from './local-policy.ts';
import { type LocalSettings, readLocalSettings } from './local-settings.ts';
import { joinMetrics, minibatchesOf } from './minibatches.ts';
import { referenceLogprobsOf } from './reference-logprobs.ts';
import { checkSupervised, type SupervisedOptions, supervised } from './supervised.ts';
import { distributionMetrics, progressMetrics, samplingMetrics } from './update-metrics.ts';

/** What a {@link LocalBackend} is made of; all of it is optional. */
export interface LocalBackendOptions
  extends Pick<
    LocalPolicyOptions,
    'workers' | 'microBatchTokens' | 'workerFile' | 'createPolicy' | 'onWarning'
  > {
  /** Sizes and seed of the model; over section `model` of a config file. */
  readonly model?: Partial<ModelSettings>;
  /** The update; over section `training` of a config file. */
  readonly training?: Partial<TrainingSettings>;
  /** Default: one of `model.characters`. */
  readonly tokenizer?: CharacterTokenizer;
  /** What the policy imitates before it is trained by rewards. Default: nothing. */
  readonly warmUp?: SupervisedOptions;
}

const OPTION_NAMES: OptionNames<LocalBackendOptions> = {
  workers: true,
  microBatchTokens: true,
  workerFile: true,
  createPolicy: true,
  onWarning: true,
  model: true,
  training: true,
  tokenizer: true,
  warmUp: true,
};

type State = TrainerState<LocalBatch>;

/** What there is from `initRolloutEngine` on. */
interface Run {
  readonly config: TrainerConfig;
  readonly settings: LocalSettings;
  readonly policy: LocalPolicy;
}

/**
 * Trains a small language model, here: it samples, scores and learns in threads of its own, without a server and without
 * a GPU. The same seed gives the same parameters, to the bit, in every runtime and for any number of threads.
 *
 * The loss is that of the config, role by role (`adv_estimator`, `loss_fn`, the map), of `ts/losses`; a step makes one
 * update, or `training.num_minibatches` of them. Log-probabilities are taken at the temperature that was sampled with.
 *
 * @example
 * const backend = new LocalBackend({
 *   model: { layers: 1, width: 16, heads: 2, feedForward: 32, context: 16, characters: 'ab' },
 *   training: { learningRate: 0.02 },
 * });
 * const trainer = new UnifiedTrainer({
 *   backend,
 *   config: {
 *     data: { trainBatchSize: 1 },
 *     rollout: { n: 16, train: { maxTokens: 1 } },
 *     trainer: { totalEpochs: 20, logger: [], testFreq: -1, saveFreq: -1, resumeMode: 'disable' },
 *   },
 *   workflow: async (_task, ctx) => (await ctx.model.chat([{ role: 'user', content: 'a' }])).content === 'b',
 *   trainDataset: ['say b'],
 *   print: () => {},
 * });
 * const { metrics } = await trainer.fit();
 * await trainer.shutdown();
 * metrics['reward/agent/mean'] > 0.9; // true
 */
export class LocalBackend implements Backend<LocalBatch> {
  readonly name = 'local';
  readonly configSections: readonly string[] = ['model', 'training'];
  /** The reference is what it is for losses: the policy after its warm-up. */
  readonly estimatorInputs: NonNullable<Backend<LocalBatch>['estimatorInputs']> = {
    refLogprobs: (groups, { backendBatch }) =>
      referenceLogprobsOf(groups, backendBatch as LocalBatch),
  };
  readonly #options: LocalBackendOptions;
  readonly #onWarning: OnWarning | undefined;
  #tokenizer: CharacterTokenizer | null;
  #run: Run | null = null;
  #beginning: Promise<void> | null = null;
  #isResumed = false;
  #isTaken = false;

  /** @throws UpperhandError `invalid-argument` for options that there are not */
  constructor(options: LocalBackendOptions = {}) {
    checkOptions(options, OPTION_NAMES);
    if (options.warmUp) checkSupervised(options.warmUp);
    this.#options = options;
    this.#onWarning = options.onWarning;
    this.#tokenizer = options.tokenizer ?? null;
  }

  /** There from `initRolloutEngine` on, unless it was given. */
  get tokenizer(): CharacterTokenizer | null {
    return this.#tokenizer;
  }

  /**
   * The model itself.
   *
   * @throws UpperhandError `invalid-state` before `initRolloutEngine`
   */
  get policy(): LocalPolicy {
    return this.#started.policy;
  }

  /** @throws ConfigError with all that is wrong */
  validateConfig(config: TrainerConfig): void {
    this.#readSettings(config, this.#onWarning);
  }

  /** @throws UpperhandError `invalid-state` for a backend that has been trained with: its warm-up would be left out */
  async initRolloutEngine({ config }: BackendContext): Promise<LocalEngine> {
    if (this.#isTaken)
      throw new UpperhandError(
        'invalid-state',
        'a local backend must have one trainer, got another: make a backend for each',
      );
    this.#isTaken = true;
    // Warnings were given when the config was validated.
    const settings = this.#readSettings(config, () => {});
    const { characters, showTools, seed, ...sizes } = settings.model;
    const tokenizer = this.#options.tokenizer ?? new CharacterTokenizer({ characters });
    this.#tokenizer = tokenizer;
    const { model: _, training: __, tokenizer: ___, warmUp: ____, ...rest } = this.#options;
    const policy = await LocalPolicy.create({
      ...rest,
      config: { ...sizes, vocabulary: tokenizer.size },
      seed,
    });
    this.#run = { config, settings, policy };
    return new LocalEngine({
      sampler: policy,
      tokenizer,
      seed,
      maxPromptLength: config.data.maxPromptLength,
      maxLength: settings.training.maxLength ?? sizes.context,
      showTools,
    });
  }

  onEpochStart(): Promise<void> {
    return this.#begin();
  }

  onValidationStart(): Promise<void> {
    return this.#begin();
  }

  transformToBackendBatch({ trajectoryGroups }: State): LocalBatch {
    const { idSeparator } = this.#started.config.transform;
    return toLocalBatch(trajectoryGroups ?? [], { idSeparator });
  }

  /** Log-probabilities under the weights that are to be updated, and under the reference, and entropies, where they are needed. */
  async processBackendBatch(state: State): Promise<void> {
    const batch = state.backendBatch;
    if (!batch) return;
    const { policy, settings } = this.#started;
    const { needs } = settings;
    const datums = datumsOf(batch.rows);
    // The first update would find out that rollouts have others; with more of them that is too late for π_old.
    const isOldNeeded = settings.training.numMinibatches > 1 && needs.oldLogprobs;
    if (isOldNeeded || needs.entropies || !isSampledBy(batch.rows, state.weightVersion))
      await this.#score(batch);
    if (needs.reference)
      batch.reference = (await policy.forward(datums, { reference: true })).logprobs;
    Object.assign(state.metrics, batch.metrics);
  }

  /** One update, or one for each minibatch. A batch without a token to learn from makes none. */
  async updatePolicy(state: State): Promise<void> {
    const { policy, config, settings } = this.#started;
    const { training } = settings;
    const step = Math.max(state.globalStep - 1, 0);
    const totalSteps = state.totalSteps > 0 ? state.totalSteps : null;
    const learningRate =
      training.learningRate * computeScheduleLrMultiplier(config.algorithm, { step, totalSteps });
    Object.assign(state.metrics, progressMetrics(state, learningRate));
    const { backendBatch: batch } = state;
    if (!batch || batch.rows.length === 0) return;
    const parts = minibatchesOf(batch, training.numMinibatches);
    const lossSettings = {
      ...training,
      normLength: settings.longestAnswer,
      lossDivisor: training.lossDivisor === null ? null : training.lossDivisor / parts.length,
      entropyBonus: training.entropyBonus * remaining(step, training.entropyBonusSteps),
    };
    const metrics: Record<string, number>[] = [];
    for (const [i, part] of parts.entries()) {
      if (i > 0) await this.#score(part);
      const told = await this.#addGradient(part, lossSettings);
      const { gradNorm } = await policy.optimStep({ ...adamOf(training), learningRate });
      metrics.push({ ...told, 'optim/grad_norm': gradNorm });
    }
    batch.logprobs = parts.flatMap(({ logprobs }) => logprobs);
    Object.assign(state.metrics, samplingMetrics(batch), joinMetrics(metrics), {
      'optim/steps': parts.length,
    });
  }

  /** Everything that training goes on from: parameters, moments, step, reference, and what model they are of. */
  async saveState(): Promise<Uint8Array> {
    return packBackendState({ model: this.#model, policy: await this.policy.saveState() });
  }

  /**
   * Goes on from a saved state; a policy that did is not warmed up.
   *
   * @throws UpperhandError `checkpoint-mismatch` for one of other sizes, other characters or another seed, `invalid-state`
   *   for one that is damaged; nothing is changed then
   */
  async loadState(bytes: Uint8Array): Promise<void> {
    await this.policy.loadState(unpackBackendState(bytes, this.#model));
    this.#isResumed = true;
  }

  async shutdown(): Promise<void> {
    await this.#run?.policy.close();
  }

  /**
   * Before anything is sampled, once: warms up, unless a state was loaded, which comes after `onTrainStart`. What the
   * policy is then is the reference of KL terms.
   */
  #begin(): Promise<void> {
    this.#beginning ??= this.#warmUp();
    return this.#beginning;
  }

  async #warmUp(): Promise<void> {
    const { policy } = this.#started;
    const { warmUp } = this.#options;
    if (warmUp && !this.#isResumed)
      await supervised(policy, this.#tokenizer as CharacterTokenizer, warmUp);
    if (this.#needsReference() && !policy.hasReference) await policy.setReference();
  }

  /**
   * Adds the gradient of the batch's loss. What the policy itself gives for the log-probabilities must be what the loss
   * was computed of; else, as for a workflow that wrote its own, it is computed again.
   */
  async #addGradient(
    batch: LocalBatch,
    settings: BatchLossSettings,
  ): Promise<Readonly<Record<string, number>>> {
    const { policy, config } = this.#started;
    const { derivatives, metrics } = computeBatchLoss(batch, config.algorithm, settings);
    const scores = await policy.forwardBackward(datumsOf(batch.rows), derivatives);
    if (agree(batch, scores.logprobs))
      return { ...metrics, ...distributionMetrics(batch.rows, scores) };
    await policy.zeroGradient();
    if (batch.entropies === undefined) batch.logprobs = scores.logprobs;
    else await this.#score(batch);
    return this.#addGradient(batch, settings);
  }

  /** What the policy gives for a batch as it is now. */
  async #score(batch: LocalBatch): Promise<void> {
    const { policy, settings } = this.#started;
    const entropy = settings.needs.entropies;
    const { logprobs, entropies } = await policy.forward(datumsOf(batch.rows), { entropy });
    batch.logprobs = logprobs;
    if (entropies) batch.entropies = entropies;
  }

  /** With the characters that there are, also those of a tokenizer that was given. */
  get #model(): ModelSettings {
    const { model } = this.#started.settings;
    return { ...model, characters: this.#tokenizer?.characters ?? model.characters };
  }

  get #started(): Run {
    if (this.#run) return this.#run;
    throw new UpperhandError(
      'invalid-state',
      'the local backend has no policy before initRolloutEngine',
    );
  }

  #readSettings(config: TrainerConfig, onWarning?: OnWarning): LocalSettings {
    const { model = {}, training = {} } = this.#options;
    return readLocalSettings({ model, training }, config, onWarning);
  }

  #needsReference(): boolean {
    const { training, needs } = this.#started.settings;
    return training.referenceKl > 0 || needs.reference;
  }
}

/** What is left of a bonus that falls linearly to 0 over so many steps; null: all, always. */
function remaining(step: number, steps: number | null): number {
  return steps === null ? 1 : Math.max(1 - step / steps, 0);
}

function adamOf({ beta1, beta2, eps, weightDecay, gradClipNorm }: TrainingSettings) {
  return { beta1, beta2, eps, weightDecay, gradClipNorm };
}
