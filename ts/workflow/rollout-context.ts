import { checkOptions, type OptionNames } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import { checkRecord } from '../types/check.ts';
import type { SamplingParams } from '../types/sampling-params.ts';
import { InMemoryStore } from './in-memory-store.ts';
import { RecordingModel } from './model/recording-model.ts';
import { RolloutAgent } from './rollout-agent.ts';
import type { RolloutEngine } from './rollout-engine.ts';
import { RolloutTiming } from './rollout-timing.ts';
import type { Store } from './store.ts';
import { TerminationEvent } from './termination-event.ts';
import type { WorkflowContext } from './workflow-context.ts';

/** Role of the trajectory that `ctx` itself records. */
export const DEFAULT_AGENT = 'agent';

export interface WorkflowContextOptions {
  readonly rolloutEngine: RolloutEngine;
  /** Sampling parameters of the config. Default: the engine's choice. */
  readonly params?: SamplingParams;
  /** Default `'task'`. */
  readonly taskId?: string;
  /** Default 0. */
  readonly rolloutIdx?: number;
  /** Default false. */
  readonly isValidation?: boolean;
  /** Default: one that never aborts. */
  readonly signal?: AbortSignal;
  /** Default: an empty one. */
  readonly store?: Store;
}

const OPTION_NAMES: OptionNames<WorkflowContextOptions> = {
  rolloutEngine: true,
  params: true,
  taskId: true,
  rolloutIdx: true,
  isValidation: true,
  signal: true,
  store: true,
};

/**
 * Makes what a workflow function gets beside its task: to try one out, or to test it, without an engine.
 *
 * @throws UpperhandError `invalid-argument` for an option that there is not
 * @example
 * const answer = { text: '4', content: '4', reasoning: null, toolCalls: [], promptIds: [1, 2], completionIds: [3],
 *   logprobs: [-0.1], finishReason: 'stop', weightVersion: null } as const;
 * const ctx = createWorkflowContext({ rolloutEngine: { getModelResponse: async () => answer } });
 * await ctx.model.chat([{ role: 'user', content: '2 + 2 =' }]);
 * ctx.model.steps[0].responseIds; // [3]
 */
export function createWorkflowContext(options: WorkflowContextOptions): WorkflowContext {
  checkOptions(options, OPTION_NAMES);
  const {
    taskId = 'task',
    rolloutIdx = 0,
    isValidation = false,
    signal = new AbortController().signal,
    store = new InMemoryStore(),
    rolloutEngine,
    params = {},
  } = options;
  const uid = `${taskId}:${rolloutIdx}`;
  return new RolloutContext({
    rolloutEngine,
    params,
    taskId,
    rolloutIdx,
    uid,
    isValidation,
    signal,
    store,
  });
}

/** A context, and what its rollout recorded. */
export class RolloutContext extends RolloutAgent implements WorkflowContext {
  readonly taskId: string;
  readonly uid: string;
  readonly rolloutIdx: number;
  readonly isValidation: boolean;
  readonly signal: AbortSignal;
  readonly store: Store;
  readonly timing: RolloutTiming;
  /** What the engine ended the last request with, where that ends the rollout. */
  ending: TerminationEvent | null = null;
  /** What was logged. */
  readonly metrics: Record<string, number> = Object.create(null);
  readonly #makeModel: () => RecordingModel;
  readonly #agents: Map<string, RolloutAgent> = new Map([[DEFAULT_AGENT, this]]);

  constructor(options: Required<WorkflowContextOptions> & { readonly uid: string }) {
    const { rolloutEngine: engine, params, isValidation, signal, uid } = options;
    const timing = new RolloutTiming();
    let turns = 0;
    const nextTurn = () => turns++;
    const onCall = () => timing.beginModelCall();
    const onEnd = (thrown: unknown) => {
      this.ending = thrown instanceof TerminationEvent ? thrown : null;
    };
    const makeModel = () =>
      new RecordingModel({ engine, params, isValidation, signal, uid, nextTurn, onCall, onEnd });
    super(DEFAULT_AGENT, makeModel);
    this.#makeModel = makeModel;
    this.timing = timing;
    this.taskId = options.taskId;
    this.uid = uid;
    this.rolloutIdx = options.rolloutIdx;
    this.isValidation = isValidation;
    this.signal = signal;
    this.store = options.store;
  }

  /** All that were asked for, `ctx` itself first. */
  get agents(): readonly RolloutAgent[] {
    return [...this.#agents.values()];
  }

  // Fields, so that they can be taken out of the context: `async (task, { model, agent, log }) => …`.

  readonly agent = (name: string): RolloutAgent => {
    if (typeof name !== 'string' || name === '')
      refuse('the name of an agent', 'a text that is not empty', name);
    const known = this.#agents.get(name);
    if (known) return known;
    const agent = new RolloutAgent(name, this.#makeModel);
    this.#agents.set(name, agent);
    return agent;
  };

  readonly log = (metrics: Readonly<Record<string, number>>): void => {
    checkRecord('what is logged', metrics);
    for (const [name, value] of Object.entries(metrics))
      if (typeof value !== 'number') refuse(`what is logged as ${name}`, 'a number', value);
    Object.assign(this.metrics, metrics);
  };
}
