import type { Trajectory } from '../types/trajectory.ts';

/**
 * What a {@link Workflow} takes for an agent: an object with a trajectory, which `reset` empties for the next rollout.
 *
 * Source: rLLM's `BaseAgent`.
 */
export interface WorkflowAgent {
  readonly trajectory: Trajectory;
  reset(): void;
}

/**
 * What a {@link Workflow} takes for an environment: an object that can be reset to a task and steps.
 *
 * Source: rLLM's `BaseEnv`.
 */
export interface WorkflowEnvironment {
  reset(task?: unknown): unknown;
  step(action: unknown): unknown;
  /** False where rollouts that run at the same time would get into each other's way; such a workflow is refused. */
  isMultithreadSafe?(): boolean;
}

export function isAgent(value: unknown): value is WorkflowAgent {
  if (!has(value, 'reset')) return false;
  const { trajectory } = value as Partial<WorkflowAgent>;
  return Array.isArray(trajectory?.steps) && typeof trajectory.uid === 'string';
}

export function isEnvironment(value: unknown): value is WorkflowEnvironment {
  return has(value, 'reset') && has(value, 'step') && !isAgent(value);
}

function has(value: unknown, method: string): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Record<string, unknown>)[method] === 'function'
  );
}

/**
 * The values of an object's public members, in alphabetical order: own fields and getters of its classes up to
 * `base`, but names that begin with `_`. Each is read.
 */
export function publicMembers(owner: object, base: object): unknown[] {
  const names = new Set<string>();
  for (let each = owner; each !== base && each !== null; each = Object.getPrototypeOf(each)) {
    for (const name of Object.getOwnPropertyNames(each)) if (!name.startsWith('_')) names.add(name);
  }
  return [...names].sort().map((name) => (owner as Record<string, unknown>)[name]);
}
