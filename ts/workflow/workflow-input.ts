import { refuse } from '../errors/refuse.ts';
import type { Episode } from '../types/episode.ts';
import type { Trajectory } from '../types/trajectory.ts';
import { Workflow } from './workflow.ts';
import type { WorkflowContext } from './workflow-context.ts';

/** The reward of each agent by its name; null, as one that is left out: not scored. */
export type RoleRewards = Readonly<Record<string, number | boolean | null>>;

/**
 * What a workflow function returns.
 *
 * - A number or boolean is the reward of the one agent that was used: `ctx` itself, or the only named one.
 * - An object gives each agent its own: `{ solver: 1, judge: 0 }`. An agent that is left out is not scored, which is
 *   not 0.
 * - A trajectory has name, reward and signals as they are; without steps it gets those that its agent recorded.
 *   A name left at its default is that of `ctx` itself.
 * - An episode is taken as it is, but that trajectories without steps get theirs likewise.
 */
export type WorkflowResult = number | boolean | RoleRewards | Trajectory | Episode;

/**
 * A workflow as a function: plays one task with the model of its context, and scores it.
 *
 * @example
 * const solve: WorkflowFunction<{ question: string; answer: string }> = async (task, ctx) => {
 *   const { content } = await ctx.model.chat([{ role: 'user', content: task.question }]);
 *   return content === task.answer ? 1 : 0;
 * };
 */
export type WorkflowFunction<Task = unknown> = (
  task: Task,
  ctx: WorkflowContext,
) => WorkflowResult | Promise<WorkflowResult>;

/** A class that extends {@link Workflow}; it is made with a WorkflowOptions that also holds its own `workflow_args`. */
export type WorkflowClass<Task = unknown> = new (options: never) => Workflow<Task>;

/** A workflow of either kind. */
export type WorkflowInput<Task = unknown> = WorkflowFunction<Task> | WorkflowClass<Task>;

/** @throws UpperhandError `invalid-argument` for what is neither a function nor a class that extends Workflow */
export function isWorkflowClass<Task>(
  workflow: WorkflowInput<Task>,
): workflow is WorkflowClass<Task> {
  if (typeof workflow !== 'function')
    refuse('workflow', 'a function, or a class that extends Workflow', workflow);
  if (workflow.prototype instanceof Workflow) return true;
  if (/^class\b/.test(Function.prototype.toString.call(workflow)))
    refuse('workflow', 'a class that extends Workflow, or a function', workflow);
  return false;
}
