import { refuse } from '../errors/refuse.ts';
import {
  assignGiven,
  checkArray,
  checkBoolean,
  checkFields,
  checkNumbers,
  checkRecord,
  checkText,
  toNumber,
} from './check.ts';

/** One model call of a trajectory: what the policy saw, what it answered, and what became of it. */
export interface Step {
  /** Token ids of the prompt; empty when they are not known. */
  promptIds: number[];
  /** Token ids of the response; a per-token advantage has as many entries. */
  responseIds: number[];
  /** Log-probabilities of the response tokens under the policy that sampled them; empty when not known. */
  logprobs: number[];
  /** The conversation as messages; opaque to the engine. */
  chatCompletions: unknown[];
  observation: unknown;
  thought: string;
  action: unknown;
  modelResponse: string;
  /** Whatever else belongs to the step. */
  metadata: Record<string, unknown>;
  /** Reward of this step alone; stands in for the trajectory's when none of its group has one. */
  reward: number;
  done: boolean;
  /** Monte-Carlo return. */
  mcReturn: number;
  /** Null until it is known: one number for the step, or one for each response token. Never 0 for "absent". */
  advantage: number | number[] | null;
  /** Version of the weights that sampled the step, or null. */
  weightVersion: number | null;
}

export type StepInit = Partial<Omit<Step, 'reward' | 'advantage'>> & {
  readonly reward?: number | boolean;
  readonly advantage?: number | boolean | readonly (number | boolean)[] | null;
};

/**
 * Makes a step, with rLLM's defaults for what is left out. Arrays and objects are kept, not copied,
 * but for a list of advantages.
 *
 * @throws UpperhandError `invalid-argument` for an unknown field or a value of the wrong type; a null reward is
 *   refused (leave it out for 0).
 * @example
 * const step = createStep({ responseIds: [11, 12], logprobs: [-0.1, -0.4] });
 * step.advantage; // null
 */
export function createStep(init: StepInit = {}): Step {
  const step: Step = {
    promptIds: [],
    responseIds: [],
    logprobs: [],
    chatCompletions: [],
    observation: null,
    thought: '',
    action: null,
    modelResponse: '',
    metadata: {},
    reward: 0,
    done: false,
    mcReturn: 0,
    advantage: null,
    weightVersion: null,
  };
  checkFields('Step', init, step);
  const { reward = 0, advantage = null } = init;
  assignGiven(step, init as Partial<Step>);
  step.reward = toNumber('Step.reward', reward);
  step.advantage = toAdvantage(advantage);
  checkNumbers('Step.promptIds', step.promptIds);
  checkNumbers('Step.responseIds', step.responseIds);
  checkNumbers('Step.logprobs', step.logprobs);
  checkArray('Step.chatCompletions', step.chatCompletions);
  checkText('Step.thought', step.thought);
  checkText('Step.modelResponse', step.modelResponse);
  checkRecord('Step.metadata', step.metadata);
  checkBoolean('Step.done', step.done);
  step.mcReturn = toNumber('Step.mcReturn', step.mcReturn);
  if (step.weightVersion !== null)
    step.weightVersion = toNumber('Step.weightVersion', step.weightVersion);
  if (step.logprobs.length > 0 && step.logprobs.length !== step.responseIds.length) {
    refuse('Step.logprobs', `as long as responseIds (${step.responseIds.length})`, step.logprobs);
  }
  return step;
}

function toAdvantage(advantage: NonNullable<StepInit['advantage']> | null): Step['advantage'] {
  if (advantage === null) return null;
  if (typeof advantage !== 'object') return toNumber('Step.advantage', advantage);
  if (!Array.isArray(advantage))
    refuse('Step.advantage', 'a number, an array of numbers or null', advantage);
  return Array.from(advantage, (entry, i) => toNumber(`Step.advantage[${i}]`, entry));
}
