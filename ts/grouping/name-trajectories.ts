import type { Warning } from '../errors/warning.ts';
import type { Episode } from '../types/episode.ts';
import type { Trajectory } from '../types/trajectory.ts';
import type { TransformConfig } from '../types/transform-config.ts';

/** What naming does to the episodes, and how to take it back. */
export interface Naming {
  apply(): void;
  undo(): void;
  readonly warnings: readonly Warning[];
}

/**
 * Plans the first step of grouping: unnamed trajectories get a name made of their position in the episode, or leave
 * it, or stay as they are. Nothing is changed until `apply`.
 */
export function planNaming(episodes: readonly Episode[], config: TransformConfig): Naming {
  const isUnnamed = ({ name }: Trajectory) => name === '' || name === config.defaultTrajName;
  if (config.imputeMissingNames) return planRenaming(episodes, config.defaultTrajName, isUnnamed);
  if (config.dropUnnamedTraj) return planDropping(episodes, isUnnamed);
  return { apply() {}, undo() {}, warnings: [] };
}

function planRenaming(
  episodes: readonly Episode[],
  stem: string,
  isUnnamed: (trajectory: Trajectory) => boolean,
): Naming {
  const renamed = episodes.flatMap((episode) =>
    episode.trajectories.flatMap((trajectory, position) =>
      isUnnamed(trajectory)
        ? [{ episode, trajectory, before: trajectory.name, after: `${stem}_${position}` }]
        : [],
    ),
  );
  return {
    apply() {
      for (const { trajectory, after } of renamed) trajectory.name = after;
    },
    undo() {
      for (const { trajectory, before } of renamed) trajectory.name = before;
    },
    warnings: warnings(
      'trajectories-renamed',
      `unnamed trajectories were called "${stem}_{position in the episode}"; name them after their role`,
      renamed.map(({ episode }) => episode.id),
    ),
  };
}

function planDropping(
  episodes: readonly Episode[],
  isUnnamed: (trajectory: Trajectory) => boolean,
): Naming {
  const before = episodes.map((episode) => episode.trajectories);
  const after = before.map((trajectories) => trajectories.filter((one) => !isUnnamed(one)));
  const setAll = (lists: readonly Trajectory[][]) => {
    episodes.forEach((episode, e) => {
      episode.trajectories = lists[e] as Trajectory[];
    });
  };
  return {
    apply: () => setAll(after),
    undo: () => setAll(before),
    warnings: warnings(
      'trajectories-dropped',
      'unnamed trajectories left their episodes',
      episodes.flatMap(({ id, trajectories }) => trajectories.filter(isUnnamed).map(() => id)),
    ),
  };
}

/** One warning for all, with one place for each trajectory. */
function warnings(kind: Warning['kind'], what: string, ids: readonly string[]): Warning[] {
  if (ids.length === 0) return [];
  const places = [...new Set(ids)];
  return [{ kind, message: `${ids.length} ${what}; first in episode "${ids[0]}"`, places }];
}
