import { checkOptions, type OptionNames } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import type { Episode } from '../types/episode.ts';
import { ended } from './ended.ts';
import type { ErrorDetails } from './error-details.ts';
import { onAbort } from './model/on-abort.ts';
import { ResultQueue } from './result-queue.ts';
import type {
  ExecuteOptions,
  RolloutExecutor,
  RolloutJob,
  RolloutResult,
} from './rollout-executor.ts';
import { settle } from './settle.ts';

export interface InProcessExecutorOptions {
  /** Rollouts that run at a time. Default 128. */
  readonly nParallelTasks?: number;
  /** Attempts at a rollout that ends with an error. Default 3. */
  readonly retryLimit?: number;
  /** Longest wait before the second attempt, in seconds, doubled with each further one; 0, the default: none. */
  readonly retryBackoff?: number;
  /** Draws how much of the longest wait is waited, from 0 to 1. Default `Math.random`. */
  readonly random?: () => number;
}

/**
 * Plays rollouts in this process, so many at a time over all calls, first come first served. One that is given up frees
 * its place at once, whether its code has stopped or not. A rollout keeps its place while it waits to be tried again.
 * An attempt that throws, though its call was not stopped, is an error of its rollout alone.
 * The errors of attempts that were made again are kept in `metadata.failed_attempts` of the episode.
 *
 * Source: rLLM's `UnifiedWorkflowEngine.process_task_with_retry`.
 *
 * @throws UpperhandError `invalid-argument` for fewer than one place or attempt, and a back-off that is none
 */
export class InProcessExecutor<Task = unknown> implements RolloutExecutor<Task> {
  readonly #retryLimit: number;
  readonly #retryBackoff: number;
  readonly #random: () => number;
  /** Calls with jobs that did not begin, in the order in which they came. */
  readonly #waiting = new Set<Call<Task>>();
  #free: number;

  constructor(options: InProcessExecutorOptions = {}) {
    checkOptions(options, OPTION_NAMES);
    const { nParallelTasks = 128, retryLimit = 3, retryBackoff = 0 } = options;
    if (!Number.isInteger(nParallelTasks) || nParallelTasks < 1)
      refuse('nParallelTasks', 'a whole number ≥ 1', nParallelTasks);
    if (!Number.isInteger(retryLimit) || retryLimit < 1)
      refuse('retryLimit', 'a whole number ≥ 1', retryLimit);
    if (!(Number.isFinite(retryBackoff) && retryBackoff >= 0))
      refuse('retryBackoff', 'a number of seconds ≥ 0', retryBackoff);
    this.#free = nParallelTasks;
    this.#retryLimit = retryLimit;
    this.#retryBackoff = retryBackoff;
    this.#random = options.random ?? Math.random;
  }

  async *run(
    jobs: readonly RolloutJob<Task>[],
    options: ExecuteOptions<Task>,
  ): AsyncGenerator<RolloutResult> {
    const { signal } = options;
    signal.throwIfAborted();
    if (jobs.length === 0) return;
    const call = new Call(jobs, options);
    const release = onAbort(signal, () => call.stop(signal.reason));
    this.#waiting.add(call);
    this.#begin();
    try {
      yield* call.results;
    } finally {
      release();
      this.#waiting.delete(call);
      call.leave();
    }
  }

  /** Begins as many jobs as there are places. */
  #begin(): void {
    for (const call of this.#waiting) {
      while (this.#free > 0) {
        const job = call.next();
        if (job === undefined) {
          this.#waiting.delete(call);
          break;
        }
        this.#free--;
        void this.#play(job, call);
      }
      if (this.#free === 0) return;
    }
  }

  async #play(job: RolloutJob<Task>, call: Call<Task>): Promise<void> {
    try {
      call.done(await this.#attempt(job, call));
    } catch (error) {
      call.fail(error);
    } finally {
      this.#free++;
      this.#begin();
    }
  }

  async #attempt(job: RolloutJob<Task>, call: Call<Task>): Promise<RolloutResult> {
    const failures: ErrorDetails[] = [];
    for (let attempts = 1; ; attempts++) {
      if (attempts > 1) await this.#backOff(attempts, call);
      const { runAttempt } = call.options;
      const failed = (error: unknown) => ended('error', error);
      const episode = await call.with((controller) => runAttempt(job, controller).catch(failed));
      if (episode.terminationReason !== 'error' || attempts === this.#retryLimit) {
        const { index } = job;
        return { index, attempts, load: () => withFailures(episode, failures) };
      }
      const error = episode.metadata.error as ErrorDetails | undefined;
      if (error) failures.push(error);
    }
  }

  async #backOff(attempt: number, call: Call<Task>): Promise<void> {
    const longest = this.#retryBackoff * 2 ** (attempt - 2);
    if (longest === 0) return;
    const never = () => new Promise<void>(() => {});
    await call.with((controller) => settle(never, this.#random() * longest, controller));
  }
}

const OPTION_NAMES: OptionNames<InProcessExecutorOptions> = {
  nParallelTasks: true,
  retryLimit: true,
  retryBackoff: true,
  random: true,
};

/** The jobs of one call, and what of them is under way. */
class Call<Task> {
  readonly results: ResultQueue<RolloutResult> = new ResultQueue();
  readonly options: ExecuteOptions<Task>;
  readonly #jobs: readonly RolloutJob<Task>[];
  readonly #running = new Set<AbortController>();
  #next = 0;
  #done = 0;
  #stopped: { readonly reason: unknown } | null = null;

  constructor(jobs: readonly RolloutJob<Task>[], options: ExecuteOptions<Task>) {
    this.#jobs = jobs;
    this.options = options;
  }

  next(): RolloutJob<Task> | undefined {
    return this.#stopped ? undefined : this.#jobs[this.#next++];
  }

  /**
   * Does a piece of work that stops with the call.
   *
   * @throws why the call was stopped
   */
  async with<T>(work: (controller: AbortController) => Promise<T>): Promise<T> {
    this.#goOn();
    const controller = new AbortController();
    this.#running.add(controller);
    try {
      return await work(controller);
    } finally {
      this.#running.delete(controller);
      this.#goOn();
    }
  }

  #goOn(): void {
    if (this.#stopped) throw this.#stopped.reason;
  }

  done(result: RolloutResult): void {
    this.results.push(result);
    if (++this.#done === this.#jobs.length) this.results.end();
  }

  fail(error: unknown): void {
    this.results.fail(error);
    this.stop(error);
  }

  stop(reason: unknown): void {
    if (this.#stopped) return;
    this.#stopped = { reason };
    this.results.fail(reason);
    for (const controller of [...this.#running]) controller.abort(reason);
  }

  /** Nobody waits for results any more. */
  leave(): void {
    if (this.#done < this.#jobs.length)
      this.stop(new DOMException('nobody waits for the results', 'AbortError'));
  }
}

function withFailures(episode: Episode, failures: readonly ErrorDetails[]): Episode {
  if (failures.length === 0) return episode;
  return { ...episode, metadata: { ...episode.metadata, failed_attempts: failures } };
}
