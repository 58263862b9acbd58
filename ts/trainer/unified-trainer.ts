/// <reference lib="esnext.disposable" preserve="true" />

import { refuse } from '../errors/refuse.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import type { TrainerConfig } from '../types/trainer-config.ts';
import { readTrainerOptions } from './read-trainer-options.ts';
import { placeOf } from './run.ts';
import { RunLifecycle } from './run-lifecycle.ts';
import { trainLoop } from './train-loop.ts';
import type { TrainResult } from './train-result.ts';
import type { TrainerOptions } from './trainer-options.ts';
import type { TrainerState } from './trainer-state.ts';
import { validate } from './validate.ts';

/**
 * The whole loop of reinforcement learning over a backend: workflows play tasks, their trajectories are grouped, groups
 * that teach nothing are rejected, advantages are computed, and the backend updates its policy with them.
 *
 * A trainer is for one run. After `fit` it stays open, so that the trained policy can be validated; `shutdown`, or
 * leaving the block of an `await using`, frees what it holds. What fails ends the run: the backend's `onTrainEnd` and
 * `shutdown` are called, and the error says which stage or hook it was.
 *
 * Source: rLLM's `UnifiedTrainer`.
 *
 * @typeParam Task - what the datasets hold
 * @typeParam Batch - what the backend makes of groups
 * @throws ConfigError with all that is wrong with options and config, and what the backend's `validateConfig` throws
 * @example
 * // A model that can add once it was updated.
 * const backend = new ScriptedBackend({
 *   respond: (_, { weightVersion }) => (weightVersion > 0 ? '4' : '5'),
 * });
 * const rewards: (number | undefined)[] = [];
 * const trainer = new UnifiedTrainer({
 *   backend,
 *   workflow: async (task: { question: string; answer: string }, ctx) => {
 *     const { content } = await ctx.model.chat([{ role: 'user', content: task.question }]);
 *     return content === task.answer;
 *   },
 *   trainDataset: [{ question: '2 + 2', answer: '4' }],
 *   config: {
 *     data: { trainBatchSize: 1 },
 *     rollout: { n: 2 },
 *     trainer: { totalEpochs: 3, testFreq: 0 },
 *   },
 *   tracking: {
 *     log(metrics) {
 *       rewards.push(metrics['reward/agent/mean']);
 *     },
 *   },
 *   print: () => {},
 * });
 * const { steps, stopReason } = await trainer.fit();
 * await trainer.shutdown();
 * rewards;    // [0, 1, 1]
 * steps;      // 3
 * stopReason; // 'epochs'
 */
export class UnifiedTrainer<Task = unknown, Batch = unknown> implements AsyncDisposable {
  /** As it was read. */
  readonly config: TrainerConfig;
  readonly #options: TrainerOptions;
  readonly #life: RunLifecycle;
  #running: Promise<unknown> | null = null;
  #wasFitted = false;
  #isClosed = false;

  constructor(options: TrainerOptions<Task, Batch>) {
    const settings = readTrainerOptions(options as unknown as TrainerOptions);
    this.#options = settings.options;
    this.config = settings.config;
    refusePromise(options.backend.validateConfig?.(this.config));
    this.#life = new RunLifecycle(settings);
  }

  /** What the run knows: its counters, and the batch in work. */
  get state(): TrainerState<Batch, Task> {
    return this.#life.state as TrainerState<Batch, Task>;
  }

  /**
   * Trains, until the config or the signal says that it is enough. Once for a trainer.
   *
   * @throws TrainingError that names the stage or the hook that failed; `invalid-argument` without a training set,
   *   `invalid-state` for a second call; what `onWarning` throws
   */
  async fit(): Promise<TrainResult<Batch, Task>> {
    this.#refuseUnlessIdle('fit');
    if (this.#wasFitted) refuseState('fit was called before; a trainer is for one run');
    const { backend, signal, trainDataset } = this.#options;
    const { valBeforeTrain, valOnly } = this.config.trainer;
    if (trainDataset === undefined && !backend.getDataloader && !(valBeforeTrain && valOnly))
      refuse('trainDataset', 'given to the trainer before it is fitted', trainDataset);
    this.#wasFitted = true;
    const result = this.#exclusively(async () => {
      if (signal?.aborted) return this.#life.result();
      const run = await this.#life.start();
      const loop = await trainLoop(run);
      await this.#life.endTraining();
      run.report({ type: 'stop', reason: loop.stopReason, ...placeOf(run.state) });
      return this.#life.result(loop);
    });
    return result as Promise<TrainResult<Batch, Task>>;
  }

  /** The same as {@link fit}, under the name that it has in Python. */
  fitAsync(): Promise<TrainResult<Batch, Task>> {
    return this.fit();
  }

  /**
   * Validates the policy as it is, before or after `fit`.
   *
   * @returns the metrics; none without a validation set, when the backend's `onValidationStart` gives false, and when
   *   the signal has aborted
   * @throws TrainingError that names what failed, `invalid-state` while the trainer is at work and after its end
   */
  async validate(): Promise<Record<string, number>> {
    this.#refuseUnlessIdle('validate');
    return this.#exclusively(async () => (await validate(await this.#life.start())) ?? {});
  }

  /**
   * Ends the trainer; more calls do nothing. A run that is going on is given up: rollouts in flight are aborted, and its
   * `fit` ends before this does, with `'aborted'` or with the error of what was cut off. So hooks may not wait for it.
   *
   * @throws TrainingError that names what failed; the rest is freed all the same
   */
  async shutdown(): Promise<void> {
    this.#isClosed = true;
    if (this.#running) this.#life.giveUp();
    await this.#running;
    await this.#life.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.shutdown();
  }

  /** One thing at a time; what fails is the end of the trainer. */
  async #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const running = work().catch(async (error) => {
      this.#isClosed = true;
      // What was first to fail is what is told, also when a warning about the rest is made an error.
      await this.#life.fail().catch(() => {});
      throw error;
    });
    this.#running = running.catch(() => {});
    try {
      return await running;
    } finally {
      this.#running = null;
    }
  }

  #refuseUnlessIdle(call: string): void {
    if (this.#isClosed) refuseState(`${call} was called after the trainer's end`);
    if (this.#running) refuseState(`${call} was called while the trainer is at work`);
  }
}

/** A constructor cannot wait; what is said later would be said to nobody. */
function refusePromise(verdict: unknown): void {
  if (!(verdict instanceof Promise)) return;
  verdict.catch(() => {});
  refuse('what validateConfig gives', 'nothing, and no promise', verdict);
}

function refuseState(message: string): never {
  throw new UpperhandError('invalid-state', message);
}
