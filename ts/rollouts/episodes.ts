import { createEpisode, type Episode } from '../types/episode.ts';
import { createStep } from '../types/step.ts';
import { createTrajectory, type Trajectory } from '../types/trajectory.ts';
import type { RolloutContent } from './content.ts';
import type { Found } from './reading-context.ts';
import type { RolloutOrigin, RolloutRow } from './row.ts';
import type { RolloutTrajectory } from './trajectory-groups.ts';
import type { LineFields } from './writers/line-fields.ts';

/** To begin an object with: V8 makes hidden classes anew for each that begins with a copy of another and goes on. */
const FIRST = {};

/** A trajectory of a file, whose metadata tells where in the file it stands, unless the file keeps metadata of its own. */
interface EpisodeTrajectory extends Trajectory {
  metadata: Partial<RolloutOrigin> & Record<string, unknown>;
}

/** A rollout of a file as an episode; `step` and `split` stand beside its fields where it is of this package's own files. */
export interface RolloutEpisode extends Episode, LineFields {
  trajectories: EpisodeTrajectory[];
}

/** Episodes of what was found: of each rollout, or of the rollouts of a record where those are one episode. */
export async function* takeEpisodes(
  found: AsyncIterable<Iterable<Found>>,
): AsyncGenerator<RolloutEpisode> {
  for await (const piece of takeRollouts(found)) {
    for (const rollouts of piece) yield toEpisode(rollouts);
  }
}

/** The rollouts of each episode, those of a piece of a file together: no promise is made for an episode. */
export async function* takeRollouts(
  found: AsyncIterable<Iterable<Found>>,
): AsyncGenerator<Iterable<readonly Found[]>> {
  let open: Found[] = [];
  function* closed(piece: Iterable<Found>): Generator<readonly Found[]> {
    for (const one of piece) {
      const [first] = open;
      if (first && !isSameEpisode(first, one)) {
        yield open;
        open = [];
      }
      open.push(one);
    }
  }
  for await (const piece of found) yield closed(piece);
  if (open.length > 0) yield [open];
}

function isSameEpisode(a: Found, b: Found): boolean {
  return b.format.oneEpisode === true && a.record === b.record && a.row.source === b.row.source;
}

export function toEpisode(rollouts: readonly Found[]): RolloutEpisode {
  const [{ row, content }] = rollouts as readonly [Found];
  if (content?.exact) {
    const { episode, fields } = content.exact;
    return { ...FIRST, ...fields, ...episode, trajectories: rollouts.map(exactTrajectory) };
  }
  const { terminationReason, isCorrect, sessionId, metrics, artifacts, task } = content ?? {};
  return {
    ...createEpisode({
      id: episodeId(row, rollouts.length > 1),
      task: task ?? null,
      terminationReason: terminationReason ?? null,
      isCorrect: isCorrect ?? false,
      sessionId: sessionId ?? null,
      metrics: { ...metrics },
      artifacts: { ...artifacts },
      metadata: {
        ...FIRST,
        ...content?.episodeMetadata,
        source: row.source,
        line: row.line,
        ...(row.set && { set: row.set }),
      },
    }),
    trajectories: rollouts.map((rollout) => toTrajectory(rollout.row, rollout.content)),
  };
}

/** `{task}:{attempt}`, as in rLLM; a set before it, since the same task in another set is another. */
function episodeId(row: RolloutRow, isShared: boolean): string {
  const { group, rolloutIndex, line, item, set } = row;
  const place = item === undefined || isShared ? `line-${line}` : `line-${line}-${item}`;
  return `${set === undefined ? '' : `${set}/`}${group}:${rolloutIndex ?? place}`;
}

function exactTrajectory({ row, content }: Found): EpisodeTrajectory {
  const { exact, steps } = content ?? {};
  return exact && steps ? { ...exact.trajectory, steps } : toTrajectory(row, content);
}

/** A rollout as a trajectory; without content it has one step, which takes its advantage. */
export function toTrajectory(row: RolloutRow, content: RolloutContent | null): RolloutTrajectory {
  const { source, line, offset, item, group, role, reward, set: _, ...told } = row;
  const origin = { source, line, offset, ...(item !== undefined && { item }) };
  const { uid, task, signals, metadata } = content?.exact?.trajectory ?? content ?? {};
  return {
    ...createTrajectory({
      name: role,
      reward,
      task: task ?? null,
      steps: content?.steps ?? [createStep()],
      signals: { ...signals },
      ...(uid !== undefined && { uid }),
    }),
    // Once more by itself: what else is told may have the same names.
    metadata: { ...FIRST, ...metadata, ...origin, ...told, rollout: { group, ...told } },
  };
}
