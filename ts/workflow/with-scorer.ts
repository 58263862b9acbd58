import { checkOptions, type OptionNames } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { checkFunction } from '../types/check.ts';
import { RolloutContext } from './rollout-context.ts';
import type { WorkflowContext } from './workflow-context.ts';
import type { WorkflowFunction } from './workflow-input.ts';

/** A score of an output, higher is better: the shape that libraries for evaluations use. */
export type Scorer<Input = unknown, Output = unknown, Expected = unknown> = (
  input: Input,
  output: Output,
  expected: Expected,
) => number | Promise<number>;

/** What a scorer is given of a task and of what an agent returned. */
export interface ScorerOptions<Task, Result, Input, Output, Expected> {
  /** Default: the task's `input`, or the task itself where it has none. */
  readonly input?: (task: Task) => Input;
  /** Default: the task's `expected`. */
  readonly expected?: (task: Task) => Expected;
  /** Default: what the agent returned. */
  readonly output?: (result: Result, task: Task) => Output;
}

const OPTION_NAMES: OptionNames<ScorerOptions<never, never, never, never, never>> = {
  input: true,
  expected: true,
  output: true,
};

/**
 * Makes a workflow of an agent that returns an output and of a scorer, whose score is the reward. A score that is no
 * finite number ends the rollout with an error that names the scorer.
 *
 * @throws UpperhandError `invalid-argument` for what are no functions, and an option that there is not
 * @example
 * const exact = (_input: string, output: string, expected: string) => (output === expected ? 1 : 0);
 * const workflow = withScorer(async (task: { input: string; expected: string }) => task.input.trim(), exact);
 * const ctx = createWorkflowContext({ rolloutEngine: { getModelResponse: () => Promise.reject() } });
 * await workflow({ input: ' 4 ', expected: '4' }, ctx); // 1
 */
export function withScorer<Task, Result, Input, Output, Expected>(
  agent: (task: Task, ctx: WorkflowContext) => Result | Promise<Result>,
  scorer: Scorer<Input, Output, Expected>,
  options: ScorerOptions<Task, Result, Input, Output, Expected> = {},
): WorkflowFunction<Task> {
  checkFunction('agent', agent);
  checkFunction('scorer', scorer);
  checkOptions(options, OPTION_NAMES);
  const {
    input = (task: Task) => (fieldOf(task, 'input') ?? task) as Input,
    expected = (task: Task) => fieldOf(task, 'expected') as Expected,
    output = (result: Result) => result as unknown as Output,
  } = options;
  return async (task, ctx) => {
    const result = await agent(task, ctx);
    const began = performance.now();
    const score: unknown = await scorer(input(task), output(result, task), expected(task));
    if (ctx instanceof RolloutContext) ctx.timing.addRewardTime((performance.now() - began) / 1000);
    const isScore = typeof score === 'boolean' || Number.isFinite(score);
    if (!isScore) refuse(`what scorer ${show(scorer.name)} gives`, 'a finite number', score);
    return Number(score);
  };
}

function fieldOf(task: unknown, field: string): unknown {
  return (task as Readonly<Record<string, unknown>> | null | undefined)?.[field];
}
