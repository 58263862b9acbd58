import { messageOf } from '../errors/message-of.ts';
import { refuse } from '../errors/refuse.ts';
import { type OnWarning, warnOnce } from '../errors/warning.ts';
import { EpisodeLogger } from '../tracking/episode-logger.ts';
import type { TrainerConfig } from '../types/trainer-config.ts';
import type { RolloutEngine } from '../workflow/rollout-engine.ts';
import { UnifiedWorkflowEngine } from '../workflow/unified-workflow-engine.ts';
import type { Backend } from './backend.ts';
import { callHook } from './call-hook.ts';
import type { Checkpoints } from './checkpoint/checkpoints.ts';
import { CountedTracker } from './checkpoint/counted-tracker.ts';
import { openCheckpoints } from './checkpoint/open-checkpoints.ts';
import type { TrainerSettings } from './read-trainer-options.ts';
import type { Run } from './run.ts';
import { openData } from './run-data.ts';
import type { LoopResult } from './train-loop.ts';
import type { TrainProgress } from './train-progress.ts';
import type { TrainResult } from './train-result.ts';
import { TrainerState } from './trainer-state.ts';
import { during } from './training-error.ts';

/** Nothing was done: the run was stopped before it began. */
const NOT_BEGUN: LoopResult = {
  steps: 0,
  epochs: 0,
  stopReason: 'aborted',
  metrics: {},
  valMetrics: null,
};

/** What a run holds, from its start to its end; each part of it is opened once and freed once. */
export class RunLifecycle {
  readonly state: TrainerState = new TrainerState();
  readonly #settings: TrainerSettings;
  readonly #onWarning: OnWarning;
  readonly #abort = new AbortController();
  #run: Run | null = null;
  #hasBegun = false;
  #hasEnded = false;
  #ending: Promise<unknown[]> | null = null;
  #engine: UnifiedWorkflowEngine | null = null;
  #checkpoints: Checkpoints | null = null;

  constructor(settings: TrainerSettings) {
    this.#settings = settings;
    this.#onWarning = settings.options.onWarning ?? warnOnce;
  }

  /** Opens everything, in the order that {@link Backend} tells; the second call gives what the first one opened. */
  async start(): Promise<Run> {
    this.#run ??= await this.#open();
    return this.#run;
  }

  /** Calls the backend's `onTrainEnd`, once, if the backend was ever asked for its rollout engine. */
  async endTraining(): Promise<void> {
    if (!this.#hasBegun || this.#hasEnded) return;
    this.#hasEnded = true;
    const { backend } = this.#settings.options;
    await callHook({ backend, state: this.state }, 'onTrainEnd');
  }

  /** Aborts what is in flight. */
  giveUp(): void {
    this.#abort.abort();
  }

  /** Ends and frees everything after an error, which what fails now must not hide. */
  async fail(): Promise<void> {
    this.giveUp();
    for (const error of await this.#endAndRelease()) this.#warnOfCleanup(error);
  }

  /**
   * Ends and frees everything.
   *
   * @throws TrainingError the first thing that failed; others are warnings
   */
  async close(): Promise<void> {
    const [first, ...others] = await this.#endAndRelease();
    for (const error of others) this.#warnOfCleanup(error);
    if (first) throw first;
  }

  result(loop: LoopResult = NOT_BEGUN): TrainResult {
    const { runFolder, tracking } = this.#settings;
    return {
      ...loop,
      untracked: tracking.lost,
      resumedFrom: this.#checkpoints?.resumedFrom ?? null,
      checkpoint: this.#checkpoints?.path ?? null,
      runFolder,
      state: this.state,
    };
  }

  async #open(): Promise<Run> {
    const { options, config, runFolder } = this.#settings;
    const { backend, trainDataset, valDataset } = options;
    const { state } = this;
    const { signal } = this.#abort;
    const data = await during('opening the datasets', state, () =>
      openData({ backend, config, state, trainDataset, valDataset }),
    );
    const tracking = new CountedTracker(this.#settings.tracking);
    const checkpoints = await during('resuming', state, () =>
      openCheckpoints({
        backend,
        state,
        config,
        tasks: data.tasks,
        tracking,
        checkpointStore: options.checkpointStore,
        runFolder,
        onWarning: this.#onWarning,
      }),
    );
    this.#checkpoints = checkpoints;
    this.#hasBegun = true;
    const rolloutEngine = await during('initRolloutEngine', state, async () => {
      const context = { config, runFolder, totalTrainingSteps: data.totalSteps, signal };
      const made = checkEngine(await backend.initRolloutEngine(context));
      checkTokenizer(backend);
      return made;
    });
    const engine = await during('making the workflows', state, async () => {
      this.#engine = this.#makeEngine(rolloutEngine);
      await this.#engine.initializePool();
      return this.#engine;
    });
    await callHook({ backend, state }, 'onTrainStart');
    const logs = await checkpoints?.restore(engine.store);
    await during('setting the weightVersion of the rollout engine', state, () => {
      rolloutEngine.weightVersion = state.weightVersion;
    });
    const isLast = data.totalSteps !== null && state.globalStep >= data.totalSteps;
    const done = isLast ? await logsWhenDone(config, state.globalStep, logs, tracking) : null;
    await tracking.resumeFrom(state.globalStep, done ?? logs);
    const run: Run = {
      backend,
      config,
      state,
      rolloutEngine,
      engine,
      tracking,
      trajGroupingHook: options.trajGroupingHook,
      checkpoints,
      doneAt: done === null ? null : state.globalStep,
      trainBatches: data.trainBatches,
      valBatches: data.valBatches,
      isStopped: () => signal.aborted || options.signal?.aborted === true,
      signal,
      onWarning: this.#onWarning,
      dropUniform: options.dropUniform,
      onStep: options.onStep,
      report: (event) => this.#report(event),
      print: options.print ?? console.log,
    };
    return run;
  }

  #makeEngine(rolloutEngine: RolloutEngine): UnifiedWorkflowEngine {
    const { options, config, episodeFolder } = this.#settings;
    const { workflow, workflowArgs, store, executor } = options;
    const { workflow: settings, rollout, episodeLogging } = config;
    return new UnifiedWorkflowEngine({
      workflow,
      workflowArgs: { ...settings.workflowArgs, ...workflowArgs },
      rolloutEngine,
      rollout,
      nParallelTasks: settings.nParallelTasks,
      retryLimit: settings.retryLimit,
      retryBackoff: settings.retryBackoff,
      raiseOnError: settings.raiseOnError,
      ...(episodeLogging.logEpisodes && {
        episodeLogger: new EpisodeLogger(episodeFolder),
      }),
      ...(store && { store }),
      ...(executor && { executor }),
      signal: this.#abort.signal,
      onWarning: this.#onWarning,
    });
  }

  /** What failed; later calls wait for the first one. */
  async #endAndRelease(): Promise<unknown[]> {
    if (this.#ending) {
      await this.#ending;
      return [];
    }
    this.#ending = this.#endAll();
    return this.#ending;
  }

  /** All is tried, whatever of it fails. */
  async #endAll(): Promise<unknown[]> {
    const failures: unknown[] = [];
    const attempt = async (work: () => unknown): Promise<void> => {
      try {
        await work();
      } catch (error) {
        failures.push(error);
      }
    };
    await attempt(() => this.endTraining());
    const { state } = this;
    const { options, tracking } = this.#settings;
    await attempt(() =>
      during('shutting the workflows down', state, () => this.#engine?.shutdown()),
    );
    await attempt(() => during('shutdown', state, () => options.backend.shutdown?.()));
    await attempt(() => during('finishing the trackers', state, () => tracking.finish()));
    return failures;
  }

  #warnOfCleanup(error: unknown): void {
    this.#onWarning({
      kind: 'cleanup-failed',
      message: `while the trainer was being ended, ${(error as Error).message}`,
    });
  }

  /** Progress is for people; training does not end because it could not be shown. */
  #report(event: TrainProgress): void {
    const warn = (error: unknown): void => {
      const message = `onProgress failed: ${messageOf(error)}`;
      this.#onWarning({ kind: 'progress-failed', message });
    };
    try {
      const told: unknown = this.#settings.options.onProgress?.(event);
      if (told instanceof Promise) told.catch(warn);
    } catch (error) {
      warn(error);
    }
  }
}

/**
 * How often trackers were given something of the last step of a run that is over. A checkpoint is saved before the last
 * validation, so they tell whether that was done: a run may have died in it.
 *
 * @param logs - what the checkpoint says of it
 * @returns null where the last validation is not known to be done
 */
async function logsWhenDone(
  { trainer: { testFreq, totalBatches } }: TrainerConfig,
  step: number,
  logs: number | undefined,
  tracking: CountedTracker,
): Promise<number | null> {
  if (logs === undefined || testFreq <= 0) return null;
  const there = (await tracking.loggedBefore(step)) ?? 0;
  // Stopped where a validation was due, which is made up for.
  const isOwed = logs === 1 && step % testFreq === 0 && totalBatches <= 0;
  return there > logs + Number(isOwed) ? there : null;
}

function checkTokenizer({ tokenizer }: Backend): void {
  if (tokenizer && typeof tokenizer.decode !== 'function')
    refuse('the tokenizer of the backend', 'an object with the method decode', tokenizer);
}

function checkEngine(engine: RolloutEngine): RolloutEngine {
  if (typeof engine?.getModelResponse !== 'function')
    refuse('what initRolloutEngine gives', 'an engine with the method getModelResponse', engine);
  return engine;
}
