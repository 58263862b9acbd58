import type { OnWarning } from '../errors/warning.ts';
import type { CompactFilteringConfig } from '../types/compact-filtering-config.ts';
import type { Episode } from '../types/episode.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';
import type { TransformConfig } from '../types/transform-config.ts';

/** What a grouping hook is told besides the episodes. */
export interface GroupingContext {
  readonly transform: TransformConfig;
  /** Null when no episode is to be masked. */
  readonly compact: CompactFilteringConfig | null;
  readonly onWarning: OnWarning;
}

/**
 * Decides which trajectories are compared with each other. It gets the episodes after their trajectories were named,
 * and gives groups that hold the same trajectory objects; masking, and rewards that are missing, are its business.
 *
 * @example
 * const byTask: TrajGroupingHook = (episodes, { transform }) =>
 *   episodes.map((episode) =>
 *     createTrajectoryGroup({ groupId: `${taskId(episode, transform)}:all`, trajectories: episode.trajectories }),
 *   );
 */
export type TrajGroupingHook = (
  episodes: readonly Episode[],
  context: GroupingContext,
) => TrajectoryGroup[];
