import { Places } from '../errors/places.ts';
import type { OnWarning } from '../errors/warning.ts';
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
  const playThroughEngine = (): Promise<Episode[]> => {
    const { globalStep } = run.state;
    const ids = tasks.map((task, t) => idOf(task) ?? `${mode}-${globalStep}-task-${firstTask + t}`);
    warnOfSharedIds(ids, onWarning);
    const repeat = <T>(each: readonly T[]) =>
      each.flatMap((one) => new Array<T>(attempts).fill(one));
    return engine.executeTasks(repeat(tasks), repeat(ids), options);
  };
  const episodes = backend.generateEpisodes
    ? await backend.generateEpisodes(tasks, engine, options)
    : await playThroughEngine();
  checkEpisodes(episodes);
  for (const episode of episodes) nameSource(episode);
  if (episodes.length < expected) {
    onWarning({
      kind: 'episodes-missing',
      message: `${expected - episodes.length} of ${expected} episodes are missing: ${tasks.length} tasks with ${attempts} attempts each gave ${episodes.length}`,
    });
  }
  return episodes;
}

/** Rollouts are grouped by the id of their task, so two tasks under one id are compared with each other. */
function warnOfSharedIds(ids: readonly string[], onWarning: OnWarning): void {
  const shared = new Places();
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) shared.add(() => id);
    seen.add(id);
  }
  if (shared.count === 0) return;
  onWarning({
    kind: 'mixed-tasks',
    message: `${shared.counted('task', 'has', 'have')} the id of another task of the batch, whose rollouts share a group with theirs: ${shared}`,
    places: shared.names,
  });
}

/** Validation counts apart what comes from different sources; a task names its own as rows of datasets do. */
function nameSource({ metadata, task }: Episode): void {
  const source = (task as { data_source?: unknown } | null)?.data_source;
  if (typeof source === 'string' && metadata) metadata.data_source ??= source;
}

/** The task's own id as text; null for a task without one, or with one that has no text of its own. */
function idOf(task: unknown): string | null {
  if (typeof task !== 'object' || task === null) return null;
  const { id } = task as { id?: unknown };
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : null;
}
