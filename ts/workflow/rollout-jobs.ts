import { refuse } from '../errors/refuse.ts';
import { checkArray } from '../types/check.ts';
import { newUid } from '../types/uid.ts';
import type { RolloutJob } from './rollout-executor.ts';

/**
 * The jobs of one call: an id that occurs again means another rollout of the same task.
 *
 * @param taskIds - one for each task; null: a fresh one for each
 * @throws UpperhandError `invalid-argument` for ids that do not fit
 */
export function toJobs<Task>(
  tasks: readonly Task[],
  taskIds: readonly string[] | null,
  isValidation: boolean,
): RolloutJob<Task>[] {
  checkArray('tasks', tasks);
  if (taskIds !== null) {
    checkArray('taskIds', taskIds);
    if (taskIds.length !== tasks.length)
      refuse('taskIds', `as many as tasks (${tasks.length})`, taskIds);
  }
  const rollouts = new Map<string, number>();
  return Array.from(tasks as readonly Task[], (task, index) => {
    const taskId = taskIds === null ? newUid() : (taskIds[index] as string);
    if (typeof taskId !== 'string') refuse(`taskIds[${index}]`, 'a string', taskId);
    const rolloutIdx = rollouts.get(taskId) ?? 0;
    rollouts.set(taskId, rolloutIdx + 1);
    return toJob(index, task, taskId, rolloutIdx, isValidation);
  });
}

export function toJob<Task>(
  index: number,
  task: Task,
  taskId: string,
  rolloutIdx: number,
  isValidation: boolean,
): RolloutJob<Task> {
  return { index, task, taskId, rolloutIdx, uid: `${taskId}:${rolloutIdx}`, isValidation };
}
