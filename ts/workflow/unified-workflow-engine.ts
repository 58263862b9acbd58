import { checkOptions } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { type OnWarning, warnOnce } from '../errors/warning.ts';
import type { EpisodeBatch } from '../tracking/episode-sink.ts';
import { checkFunction } from '../types/check.ts';
import type { Episode } from '../types/episode.ts';
import type { AttemptSettings } from './attempt-settings.ts';
import { ClassAttempts } from './class-attempts.ts';
import { ended } from './ended.ts';
import type { EngineCounts } from './engine-counts.ts';
import {
  ENGINE_OPTIONS,
  type ExecuteTasksOptions,
  type WorkflowEngineOptions,
} from './engine-options.ts';
import { causeOf, describeError, type ErrorDetails } from './error-details.ts';
import { functionAttempts } from './function-attempts.ts';
import { InMemoryStore } from './in-memory-store.ts';
import { InProcessExecutor } from './in-process-executor.ts';
import { holdLeakGuard } from './leak-guard.ts';
import { onAbort, untilAborted } from './model/on-abort.ts';
import { ownEpisode } from './own-episode.ts';
import type { RolloutEngine } from './rollout-engine.ts';
import type { RolloutExecutor, RolloutJob, RolloutResult, RunAttempt } from './rollout-executor.ts';
import { toJob, toJobs } from './rollout-jobs.ts';
import type { Store } from './store.ts';
import { isEpisode } from './workflow.ts';
import { readWorkflowArgs } from './workflow-args.ts';
import { isWorkflowClass } from './workflow-input.ts';

/**
 * Plays tasks with a workflow, many at a time: retries failures, gives up what takes too long, and keeps each rollout
 * from harming the others.
 *
 * A rollout gets a copy of its task and, as a function, a context of its own. Whatever it throws or returns becomes an
 * episode, and so does one that never ends. Rejections of promises that it left behind are warned of and do not
 * end the process (Node, Deno; from the first call until `shutdown`). What nobody can keep from others is code that
 * blocks the thread, or that throws inside a timer or an event.
 *
 * Source: rLLM's `UnifiedWorkflowEngine`.
 *
 * @throws UpperhandError `invalid-argument` for options out of range, and what is no workflow
 * @example
 * const rolloutEngine = { getModelResponse: () => Promise.reject(new Error('no model here')) };
 * const engine = new UnifiedWorkflowEngine({
 *   workflow: async (task: { question: number }) => task.question % 2,
 *   rolloutEngine,
 *   nParallelTasks: 2,
 * });
 * const episodes = await engine.executeTasks([{ question: 3 }, { question: 4 }], ['t', 'u']);
 * episodes.map(({ id, isCorrect }) => [id, isCorrect]); // [['t:0', true], ['u:0', false]]
 * engine.counts.reasons; // { env_done: 2 }
 * await engine.shutdown();
 */
export class UnifiedWorkflowEngine<Task = unknown> {
  readonly rolloutEngine: RolloutEngine;
  readonly store: Store;
  readonly #options: WorkflowEngineOptions<Task>;
  readonly #executor: RolloutExecutor<Task>;
  readonly #runAttempt: RunAttempt<Task>;
  readonly #prepare: () => void;
  readonly #onWarning: OnWarning;
  readonly #closing = new AbortController();
  /** Calls under way. */
  readonly #calls = new Set<Promise<unknown>>();
  readonly #counts = { rollouts: 0, retries: 0, aborted: 0, strayResults: 0, leakedRejections: 0 };
  readonly #reasons: Record<string, number> = {};
  #batch: EpisodeBatch = { step: 0, mode: 'train', epoch: 0 };
  #releaseGuard: (() => void) | null = null;
  #closed: Promise<void> | null = null;

  constructor(options: WorkflowEngineOptions<Task>) {
    checkOptions(options, ENGINE_OPTIONS);
    const { workflow, workflowArgs = {}, rolloutEngine, rollout = {} } = options;
    const { nParallelTasks, retryLimit, retryBackoff } = options;
    if (typeof rolloutEngine?.getModelResponse !== 'function')
      refuse('rolloutEngine', 'an object with getModelResponse', rolloutEngine);
    const { executor, episodeLogger, postExecuteHook } = options;
    if (executor) checkFunction('executor.run', executor.run);
    if (episodeLogger) checkFunction('episodeLogger.logEpisodes', episodeLogger.logEpisodes);
    if (postExecuteHook) checkFunction('postExecuteHook', postExecuteHook);
    const { known, rest } = readWorkflowArgs(workflowArgs);
    this.#options = options;
    this.rolloutEngine = rolloutEngine;
    this.store = options.store ?? new InMemoryStore();
    this.#onWarning = options.onWarning ?? warnOnce;
    const inProcess = new InProcessExecutor<Task>({
      ...(nParallelTasks !== undefined && { nParallelTasks }),
      ...(retryLimit !== undefined && { retryLimit }),
      ...(retryBackoff !== undefined && { retryBackoff }),
    });
    this.#executor = executor ?? inProcess;
    const settings: AttemptSettings = {
      rolloutEngine,
      store: this.store,
      rollout,
      known,
      onLeak: (uid, reason) => this.#warnOfLeak(uid, reason),
    };
    if (isWorkflowClass(workflow)) {
      const attempts = new ClassAttempts(workflow, rest, settings);
      this.#runAttempt = attempts.run;
      this.#prepare = () => attempts.prepare();
    } else {
      this.#runAttempt = functionAttempts(workflow, settings);
      this.#prepare = () => this.#warnOfUnusedArgs(workflowArgs);
    }
  }

  /** What became of the rollouts until now. */
  get counts(): EngineCounts {
    return { ...this.#counts, reasons: { ...this.#reasons } };
  }

  /**
   * Makes ready; calls of the engine do it themselves when it was not called. Once is enough.
   *
   * @throws what the constructor of a workflow class throws; UpperhandError `engine-closed` after `shutdown`
   */
  async initializePool(): Promise<void> {
    if (this.#closing.signal.aborted) throw this.#closing.signal.reason;
    if (this.#releaseGuard) return;
    this.#prepare();
    this.#releaseGuard = holdLeakGuard();
  }

  /** Says which part of the run the next calls belong to, for the episode logger and for executors. */
  setTrainingStep(step: number, mode: 'train' | 'val' = 'train', epoch = 0): void {
    this.#batch = { step, mode, epoch };
  }

  /**
   * Plays tasks, one rollout each; the same id twice means two rollouts of one task.
   *
   * With `raiseOnError` the first rollout that fails for good ends the call: those that run are given up, which aborts
   * their signals, and no others begin.
   *
   * @param taskIds - one for each task; default: a fresh one for each
   * @returns an episode for each task, in the order of the tasks
   * @throws UpperhandError `rollout-failed` with the rollout's error as its cause, `invalid-argument` for ids that do
   *   not fit, `engine-closed` after `shutdown`; the reason of a signal that aborted; what hook, `onEpisode` or
   *   executor throw
   */
  async executeTasks(
    tasks: readonly Task[],
    taskIds: readonly string[] | null = null,
    options: ExecuteTasksOptions = {},
  ): Promise<Episode[]> {
    const batch = this.#batch;
    const jobs = toJobs(tasks, taskIds, options.isValidation ?? false);
    const episodes = await this.#play(jobs, batch, options);
    await this.#options.postExecuteHook?.(episodes);
    try {
      await this.#options.episodeLogger?.logEpisodes(episodes, batch);
    } catch (error) {
      const { error_message } = describeError(error);
      const message = `${episodes.length} episodes of ${batch.mode} step ${batch.step} were not logged: ${error_message}`;
      this.#onWarning({ kind: 'episodes-not-logged', message });
    }
    return episodes;
  }

  /**
   * Plays one rollout. Unlike `executeTasks` it calls neither hook nor logger.
   *
   * @param resultIdx - given back as it is, so that a caller can sort its results
   * @throws as `executeTasks` does
   */
  async processTaskWithRetry(
    task: Task,
    taskId: string,
    rolloutIdx: number,
    resultIdx: number,
    options: ExecuteTasksOptions = {},
  ): Promise<{ taskId: string; rolloutIdx: number; resultIdx: number; episode: Episode }> {
    const { isValidation = false } = options;
    const job = toJob(0, task, taskId, rolloutIdx, isValidation);
    const [episode] = await this.#play([job], this.#batch, options);
    return { taskId, rolloutIdx, resultIdx, episode: episode as Episode };
  }

  /**
   * Gives up what is under way, and waits until all rollouts have ended; code of theirs that heeds no signal is left
   * alone. Further calls wait for the same end.
   *
   * @throws what the executor's `shutdown` throws
   */
  shutdown(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort(new UpperhandError('engine-closed', 'the workflow engine was shut down'));
    await Promise.allSettled(this.#calls);
    try {
      await this.#executor.shutdown?.();
    } finally {
      this.#releaseGuard?.();
    }
  }

  async #play(
    jobs: readonly RolloutJob<Task>[],
    batch: EpisodeBatch,
    options: ExecuteTasksOptions,
  ): Promise<Episode[]> {
    await this.initializePool();
    const controller = new AbortController();
    const signals = [this.#closing.signal, this.#options.signal, options.signal];
    for (const signal of signals) signal?.throwIfAborted();
    const releases = signals.map(
      (signal) => signal && onAbort(signal, () => controller.abort(signal.reason)),
    );
    const call = this.#gather(jobs, batch, controller, options);
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
      for (const release of releases) release?.();
    }
  }

  async #gather(
    jobs: readonly RolloutJob<Task>[],
    batch: EpisodeBatch,
    controller: AbortController,
    { onEpisode }: ExecuteTasksOptions,
  ): Promise<Episode[]> {
    const { signal } = controller;
    const { raiseOnError = true } = this.#options;
    const episodes = new Array<Episode | undefined>(jobs.length);
    let missing = jobs.length;
    const take = (job: RolloutJob<Task>, given: Episode, attempts: number): void => {
      if (signal.aborted) return;
      const episode = { ...given, id: job.uid, task: job.task };
      episodes[job.index] = episode;
      missing--;
      this.#count(episode, attempts);
      onEpisode?.(episode);
      if (raiseOnError && episode.terminationReason === 'error')
        controller.abort(permanentFailure(episode, attempts));
    };
    const runAttempt = this.#runAttempt;
    const collect = async (): Promise<void> => {
      for await (const result of this.#executor.run(jobs, { signal, batch, runAttempt })) {
        if (signal.aborted) return;
        const index: unknown = result?.index;
        const job = Number.isInteger(index) ? jobs[index as number] : undefined;
        if (job === undefined || episodes[job.index]) this.#warnOfStray(index, job);
        else take(job, await load(result), result.attempts);
      }
      for (const job of jobs) if (!episodes[job.index]) take(job, withoutResult(), 0);
    };
    try {
      // An abort ends the call, whatever the executor makes of it.
      await untilAborted([signal], collect);
    } finally {
      this.#counts.aborted += missing;
    }
    return episodes as Episode[];
  }

  #count({ terminationReason }: Episode, attempts: number): void {
    const reason = terminationReason ?? 'unknown';
    this.#counts.rollouts++;
    if (attempts > 1) this.#counts.retries += attempts - 1;
    this.#reasons[reason] = (this.#reasons[reason] ?? 0) + 1;
  }

  #warnOfStray(index: unknown, job: RolloutJob<Task> | undefined): void {
    this.#counts.strayResults++;
    const message = job
      ? `the executor gave rollout ${show(job.uid)} a second result, which was dropped`
      : `the executor gave a result for job ${show(index)}, which there is not`;
    this.#onWarning({ kind: 'stray-result', message, places: job ? [job.uid] : [] });
  }

  #warnOfLeak(uid: string, reason: unknown): void {
    this.#counts.leakedRejections++;
    const { error_message } = describeError(reason);
    this.#onWarning({
      kind: 'leaked-rejection',
      message: `code of rollout ${show(uid)} left a promise behind that was rejected: ${error_message}`,
      places: [uid],
    });
  }

  #warnOfUnusedArgs({ timeout: _, ...others }: Readonly<Record<string, unknown>>): void {
    const names = Object.keys(others).filter((name) => says(others[name]));
    if (names.length === 0) return;
    this.#onWarning({
      kind: 'unused-workflow-args',
      message: `the workflow arguments ${names.join(', ')} are for workflow classes; a function has no use for them`,
      places: names,
    });
  }
}

/** Whole config files also list what is not set. */
function says(arg: unknown): boolean {
  if (typeof arg === 'object' && arg !== null) return Object.keys(arg).length > 0;
  return arg !== undefined && arg !== null && arg !== 0;
}

async function load(result: RolloutResult): Promise<Episode> {
  try {
    const episode = await result.load();
    if (!isEpisode(episode)) refuse('what a result loads', 'an episode', episode);
    return ownEpisode(episode);
  } catch (error) {
    return ended('error', error);
  }
}

function withoutResult(): Episode {
  const message = 'the executor ended without a result for this rollout';
  return ended('error', new UpperhandError('rollout-failed', message));
}

function permanentFailure({ id, metadata }: Episode, attempts: number): UpperhandError {
  const message = `[${id}] Rollout failed permanently after ${attempts} attempts.`;
  const details = metadata.error as ErrorDetails | undefined;
  const options = details === undefined ? {} : { cause: causeOf(details) };
  return new UpperhandError('rollout-failed', message, options);
}
