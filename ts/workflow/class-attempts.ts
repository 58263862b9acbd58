import { refuse } from '../errors/refuse.ts';
import type { Episode } from '../types/episode.ts';
import type { AttemptSettings } from './attempt-settings.ts';
import { copyData } from './copy-data.ts';
import { ended } from './ended.ts';
import { runOwned } from './leak-guard.ts';
import { ownEpisode } from './own-episode.ts';
import type { RolloutJob, RunAttempt } from './rollout-executor.ts';
import { settle } from './settle.ts';
import type { Workflow } from './workflow.ts';
import type { WorkflowClass } from './workflow-input.ts';

/**
 * Plays rollouts with instances of a workflow class, each with a copy of its task. Instances are made as they are needed
 * and used again; one whose rollout failed, took too long or was stopped is not, since its code may still run.
 */
export class ClassAttempts<Task> {
  readonly #Workflow: WorkflowClass<Task>;
  readonly #args: Readonly<Record<string, unknown>>;
  readonly #settings: AttemptSettings;
  readonly #idle: Workflow<Task>[] = [];

  constructor(
    workflow: WorkflowClass<Task>,
    args: Readonly<Record<string, unknown>>,
    settings: AttemptSettings,
  ) {
    this.#Workflow = workflow;
    this.#args = args;
    this.#settings = settings;
  }

  /**
   * Makes the first instance, so that a class that cannot be made is found before training.
   *
   * @throws what its constructor throws; UpperhandError `invalid-argument` for environments that cannot run side by
   *   side
   */
  prepare(): void {
    if (this.#idle.length === 0) this.#idle.push(this.#make());
  }

  readonly run: RunAttempt<Task> = async (job, controller) => {
    const owner = { leaked: (reason: unknown) => this.#settings.onLeak(job.uid, reason) };
    try {
      return ownEpisode(await runOwned(owner, () => this.#play(job, controller)));
    } catch (error) {
      const { aborted, reason } = controller.signal;
      if (aborted && error === reason) throw error;
      return ended('error', error);
    }
  };

  async #play(job: RolloutJob<Task>, controller: AbortController): Promise<Episode> {
    const workflow = this.#idle.pop() ?? this.#make();
    const task = copyData(job.task);
    const { uid, isValidation } = job;
    const reset = await settle(() => workflow.reset(task, uid), workflow.timeout, controller);
    if (reset.kind === 'error') return ended('error', reset.error);
    if (reset.kind === 'timeout') return ended('timeout');
    const options = { controller, isValidation };
    const episode = await workflow.runWithTerminationHandling(task, uid, options);
    const reason = episode.terminationReason;
    if (reason !== 'error' && reason !== 'timeout') this.#idle.push(workflow);
    return episode;
  }

  #make(): Workflow<Task> {
    const { rolloutEngine, store, rollout, known } = this.#settings;
    const options = { ...this.#args, ...known, rolloutEngine, store, rollout };
    const workflow = new this.#Workflow(options as never);
    if (!workflow.isMultithreadSafe()) {
      const expected = 'made of environments that can run side by side';
      refuse(`workflow ${this.#Workflow.name}`, expected, workflow);
    }
    return workflow;
  }
}
