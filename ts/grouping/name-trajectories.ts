import { Places } from '../errors/places.ts';
import { show } from '../errors/show.ts';
import type { Warning } from '../errors/warning.ts';
import type { Episode } from '../types/episode.ts';
import type { Trajectory } from '../types/trajectory.ts';
import type { TransformConfig } from '../types/transform-config.ts';

/** What naming does to the episodes. */
export interface Naming {
  apply(): void;
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
  return { apply() {}, warnings: [] };
}

function planRenaming(
  episodes: readonly Episode[],
  stem: string,
  isUnnamed: (trajectory: Trajectory) => boolean,
): Naming {
  const renamed = episodes.flatMap((episode) =>
    episode.trajectories.flatMap((trajectory, position) =>
      isUnnamed(trajectory) ? [{ episode, trajectory, after: `${stem}_${position}` }] : [],
    ),
  );
  return {
    apply() {
      for (const { trajectory, after } of renamed) trajectory.name = after;
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
  const kept = episodes.map(({ trajectories }) => trajectories.filter((one) => !isUnnamed(one)));
  return {
    apply() {
      episodes.forEach((episode, e) => {
        episode.trajectories = kept[e] as Trajectory[];
      });
    },
    warnings: warnings(
      'trajectories-dropped',
      'unnamed trajectories left their episodes',
      episodes.flatMap(({ id, trajectories }) => trajectories.filter(isUnnamed).map(() => id)),
    ),
  };
}

/** One warning for all, with one place for each episode. */
function warnings(kind: Warning['kind'], what: string, ids: readonly string[]): Warning[] {
  if (ids.length === 0) return [];
  const places = new Places();
  for (const id of new Set(ids)) places.add(() => id);
  const message = `${ids.length} ${what}; first in episode ${show(ids[0])}`;
  return [{ kind, message, places: places.names }];
}
