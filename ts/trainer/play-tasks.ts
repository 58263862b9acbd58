import { checkEpisodes } from '../grouping/check-episodes.ts';
import type { Episode } from '../types/episode.ts';
import type { GenerateOptions } from './backend.ts';
import { followEpisodes } from './follow-episodes.ts';
import type { Run } from './run.ts';

interface Play {
  readonly mode: 'train' | 'val';
  /** Tasks of this step or validation that were played before these. */
  readonly firstTask: number;
}

/** The episodes of a batch: made in the backend's own way, or each task so many times through the engine. */
export async function playTasks(
  run: Run,
  tasks: readonly unknown[],
  { mode, firstTask }: Play,
): Promise<Episode[]> {
  const { backend, config, engine, onWarning, signal } = run;
  const isValidation = mode === 'val';
  const attempts = isValidation ? config.rollout.nVal : config.rollout.n;
  const expected = tasks.length * attempts;
  const onEpisode = followEpisodes(run, mode, expected);
  const options: GenerateOptions = { isValidation, signal, onEpisode };
  const plays = tasks.flatMap((task, t) => {
    const id = idOf(task) ?? `${mode}-${run.state.globalStep}-task-${firstTask + t}`;
    return Array.from({ length: attempts }, () => ({ task, id }));
  });
  const episodes = backend.generateEpisodes
    ? await backend.generateEpisodes(tasks, engine, options)
    : await engine.executeTasks(
        plays.map(({ task }) => task),
        plays.map(({ id }) => id),
        options,
      );
  checkEpisodes(episodes);
  if (episodes.length < expected) {
    onWarning({
      kind: 'episodes-missing',
      message: `${expected - episodes.length} of ${expected} episodes are missing: ${tasks.length} tasks with ${attempts} attempts each gave ${episodes.length}`,
    });
  }
  return episodes;
}

/** The task's own id as text; null for a task without one, or with one that has no text of its own. */
function idOf(task: unknown): string | null {
  if (typeof task !== 'object' || task === null) return null;
  const { id } = task as { id?: unknown };
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : null;
}
