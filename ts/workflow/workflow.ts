import { refuse } from '../errors/refuse.ts';
import type { ChatMessage } from '../types/chat.ts';
import { createEpisode, type Episode } from '../types/episode.ts';
import type { ModelOutput } from '../types/model-output.ts';
import type { SamplingParams } from '../types/sampling-params.ts';
import type { TerminationReason } from '../types/termination-reason.ts';
import type { Trajectory } from '../types/trajectory.ts';
import { isAgent, isEnvironment, publicMembers, type WorkflowAgent } from './agent.ts';
import { copyData } from './copy-data.ts';
import { describeError, type ErrorDetails } from './error-details.ts';
import type { ChatOptions, ModelClient } from './model/model-client.ts';
import { RecordingModel } from './model/recording-model.ts';
import type { RolloutEngine } from './rollout-engine.ts';
import { RolloutTiming } from './rollout-timing.ts';
import { settle } from './settle.ts';
import {
  accuracies,
  discountStepRewards,
  isRewarded,
  shapeStepRewards,
  sumStepRewards,
} from './step-rewards.ts';
import type { Store } from './store.ts';
import { reasonOf } from './termination-event.ts';
import { readWorkflowArgs } from './workflow-args.ts';

/** What a workflow is made of; a class of your own may take more, which comes from `workflow_args`. */
export interface WorkflowOptions {
  readonly rolloutEngine: RolloutEngine;
  /** Seconds after which a rollout is given up. Default 1e6. */
  readonly timeout?: number;
  /** Discount of step rewards; 0, the default: they stay as they are. */
  readonly gamma?: number;
  /** How much of the difference to the step before is added to a step's reward. Default 0. */
  readonly rewardBonusCoeff?: number;
  /** Default null. */
  readonly store?: Store | null;
  /** Sampling parameters of the config, for training and for validation. Default: the engine's choice. */
  readonly rollout?: { readonly train?: SamplingParams; readonly val?: SamplingParams };
}

/** What belongs to one run of a workflow. */
export interface WorkflowRunOptions {
  /** Seconds; default: the workflow's. */
  readonly timeout?: number;
  /**
   * Of this run alone: aborting it stops the run, and it is aborted when the run fails or takes too long. Default: a
   * new one.
   */
  readonly controller?: AbortController;
  /** Default false. */
  readonly isValidation?: boolean;
}

interface Run {
  readonly controller: AbortController;
  readonly isValidation: boolean;
  model: ModelClient | null;
}

/**
 * A workflow as a class: `run` plays one task, with agents and environments in its public fields, which are reset for
 * every rollout. An instance plays one task at a time; several are kept for rollouts at the same time, and used again.
 * What `run` begins it has to wait for: code that goes on later would write on the next rollout of its instance.
 *
 * What `run` returns is the episode. When it returns none, or throws, or takes too long, the episode is what was
 * committed, then what is in the trajectories of the agents, in the alphabetical order of their fields; a trajectory's
 * reward is then the sum of its steps'.
 *
 * Source: rLLM's `Workflow`, with its `TimingTrackingMixin`.
 *
 * @throws UpperhandError `invalid-argument` for a timeout, a discount or a coefficient out of range
 * @example
 * class Answer extends Workflow<{ question: string; answer: string }> {
 *   override async run(task: { question: string; answer: string }): Promise<void> {
 *     const { content } = await this.model.chat([{ role: 'user', content: task.question }]);
 *     const step = this.model.steps.at(-1) as Step;
 *     step.reward = content === task.answer ? 1 : 0;
 *     this.commit({ trajectory: createTrajectory({ name: 'solver', steps: [step] }) });
 *   }
 * }
 */
export abstract class Workflow<Task = unknown> {
  readonly rolloutEngine: RolloutEngine;
  readonly timeout: number;
  readonly gamma: number;
  readonly rewardBonusCoeff: number;
  readonly store: Store | null;
  /** The task in work; null before the first one. */
  task: Task | null = null;
  /** `{task id}:{rollout index}`. */
  uid = '';
  readonly #sampling: NonNullable<WorkflowOptions['rollout']>;
  #committed: Trajectory[] = [];
  #timing = new RolloutTiming();
  #run: Run = { controller: new AbortController(), isValidation: false, model: null };

  constructor(options: WorkflowOptions) {
    const { rolloutEngine, timeout, gamma, rewardBonusCoeff, store = null, rollout = {} } = options;
    const { known } = readWorkflowArgs({ timeout, gamma, rewardBonusCoeff });
    this.rolloutEngine = rolloutEngine;
    this.timeout = known.timeout;
    this.gamma = known.gamma;
    this.rewardBonusCoeff = known.rewardBonusCoeff;
    this.store = store;
    this.#sampling = rollout;
  }

  /**
   * Plays a task.
   *
   * @throws TerminationEvent to end with a reason; anything else that it throws is a failure, which is retried
   */
  abstract run(task: Task, uid: string): Promise<Episode | null | undefined> | Promise<void>;

  /** Aborts when the run in work takes too long or is stopped; pass it on to what can be stopped. */
  get signal(): AbortSignal {
    return this.#run.controller.signal;
  }

  get isValidation(): boolean {
    return this.#run.isValidation;
  }

  /**
   * The policy. Its answers are recorded in `model.steps`, with the tokens that training needs, and timed; which of
   * them belong to which trajectory is the workflow's business.
   */
  get model(): ModelClient {
    const run = this.#run;
    run.model ??= new RecordingModel({
      engine: this.rolloutEngine,
      params: this.#sampling[run.isValidation ? 'val' : 'train'] ?? {},
      isValidation: run.isValidation,
      signal: run.controller.signal,
      uid: this.uid,
      onCall: () => this.#timing.beginModelCall(),
    });
    return run.model;
  }

  /**
   * Runs `run`, whatever comes of it: the reason is `'timeout'` when it takes too long, whether it heeds `signal` or
   * not, that of a {@link TerminationEvent} that it throws, `'error'` for anything else that it throws, and
   * `'unknown'` when it returns no episode. One that it returns is taken as it is.
   *
   * @throws the reason of the controller's signal when somebody aborts it; UpperhandError `invalid-argument` for a timeout that is none
   */
  async runWithTerminationHandling(
    task: Task,
    uid: string,
    options: WorkflowRunOptions = {},
  ): Promise<Episode> {
    const { timeout = this.timeout, isValidation = false } = options;
    const { controller = new AbortController() } = options;
    if (!(timeout > 0)) refuse('timeout', 'a number of seconds > 0', timeout);
    this.#run = { controller, isValidation, model: null };
    const outcome = await settle<unknown>(() => this.run(task, uid), timeout, controller);
    if (outcome.kind === 'value')
      return isEpisode(outcome.value) ? outcome.value : this.#finish('unknown');
    if (outcome.kind === 'timeout') return this.#finish('timeout');
    const { error } = outcome;
    const reason = reasonOf(error);
    return this.#finish(reason, reason === 'error' ? describeError(error) : undefined);
  }

  /**
   * Keeps a copy of a trajectory for the episode, unless it has no steps.
   *
   * @param what - either an agent, of which the trajectory is kept, or a trajectory; a name for it; and whether the
   *   agent is reset afterwards
   * @throws UpperhandError `invalid-argument` for neither or both
   */
  commit(what: {
    readonly name?: string;
    readonly agent?: WorkflowAgent;
    readonly trajectory?: Trajectory;
    readonly reset?: boolean;
  }): void {
    const { name, agent, reset = false } = what;
    if ((agent === undefined) === (what.trajectory === undefined))
      refuse('what is committed', 'either an agent or a trajectory', agent ? 'both' : 'neither');
    const trajectory = agent?.trajectory ?? (what.trajectory as Trajectory);
    if (name) trajectory.name = name;
    if (trajectory.steps.length > 0) this.#committed.push(copyData(trajectory));
    if (reset) agent?.reset();
  }

  /** What was committed, in that order, then copies of the trajectories of agents that were not, by their fields' names. */
  collectTrajectories(): Episode {
    const committed = new Set(this.#committed.map(({ uid }) => uid));
    const agents = new Set(this.#members().filter(isAgent));
    const collected = [...agents]
      .map(({ trajectory }) => trajectory)
      .filter(({ uid, steps }) => steps.length > 0 && !committed.has(uid));
    return createEpisode({ trajectories: [...this.#committed, ...collected.map(copyData)] });
  }

  /** Gives a trajectory its reward: the sum of its steps'. */
  computeTrajectoryReward(trajectory: Trajectory): void {
    trajectory.reward = sumStepRewards(trajectory.steps);
  }

  /** Changes the rewards of steps, after the trajectory got its own: shaping first, then discounting. */
  adjustStepRewards({ steps }: Trajectory): void {
    if (this.rewardBonusCoeff > 0) shapeStepRewards(steps, this.rewardBonusCoeff);
    if (this.gamma > 0) discountStepRewards(steps, this.gamma);
  }

  /** Right is what has rewards that add up to more than 0. */
  assignEpisodeCorrectness(episode: Episode): void {
    episode.isCorrect = isRewarded(episode.trajectories);
  }

  /** Sets the metrics: `{name}_acc`, the mean reward of the trajectories of each name. */
  collectMetrics(episode: Episode): void {
    episode.metrics = accuracies(
      episode.trajectories.map(({ name, reward }) => ({ name, reward: reward ?? 0 })),
    );
  }

  /** Makes an episode of what was collected, in place: rewards, metrics, id, task and reason. */
  postprocessEpisode(
    episode: Episode,
    reason: TerminationReason | null = null,
    error?: ErrorDetails,
  ): Episode {
    episode.id = this.uid;
    episode.task = this.task;
    for (const trajectory of episode.trajectories) {
      const { steps } = trajectory;
      // It was begun with what the environment said, and ended before the model was asked.
      if (steps.at(-1)?.chatCompletions.length === 0) steps.pop();
      this.computeTrajectoryReward(trajectory);
      if (steps.length > 1) this.adjustStepRewards(trajectory);
    }
    this.assignEpisodeCorrectness(episode);
    this.collectMetrics(episode);
    if (error) episode.metadata.error = error;
    episode.terminationReason = reason ?? 'unknown';
    return episode;
  }

  /**
   * Makes ready for a task: forgets what was committed, resets agents and environments, and starts the clock. One that
   * overrides it returns what this returns.
   */
  reset(task: Task, uid: string): void | Promise<void> {
    this.task = task;
    this.uid = uid;
    this.#committed = [];
    this.#timing = new RolloutTiming();
    return this.#resetMembers(task);
  }

  /** Whether it may run while others do: no environment says that it is not. */
  isMultithreadSafe(): boolean {
    return this.#members()
      .filter(isEnvironment)
      .every((environment) => environment.isMultithreadSafe?.() ?? true);
  }

  /** Asks the model; the same as `model.chat`. */
  timedLlmCall(messages: readonly ChatMessage[], options?: ChatOptions): Promise<ModelOutput> {
    return this.model.chat(messages, options);
  }

  /** Calls the environment, and adds what it takes to the step's `env_time`. */
  async timedEnvCall<T>(call: () => T | PromiseLike<T>): Promise<T> {
    const end = this.#timing.beginEnvironmentCall();
    try {
      return await call();
    } finally {
      end();
    }
  }

  /** Adds seconds that were spent on rewards. */
  addRewardTime(seconds: number): void {
    this.#timing.addRewardTime(seconds);
  }

  #finish(reason: TerminationReason, error?: ErrorDetails): Episode {
    const episode = this.postprocessEpisode(this.collectTrajectories(), reason, error);
    this.#timing.writeTo(episode);
    return episode;
  }

  #members(): unknown[] {
    return publicMembers(this, Workflow.prototype);
  }

  async #resetMembers(task: Task): Promise<void> {
    const members = this.#members();
    for (const agent of members.filter(isAgent)) {
      agent.reset();
      agent.trajectory.task = task;
    }
    for (const environment of members.filter(isEnvironment)) await environment.reset(task);
  }
}

/** By its fields: it may come from code that was built apart. */
export function isEpisode(value: unknown): value is Episode {
  return Array.isArray((value as Partial<Episode> | null | undefined)?.trajectories);
}
