import { transformEpisodesToTrajectoryGroups } from '../../grouping/transform-episodes.ts';
import type { Episode } from '../../types/episode.ts';
import type { TrajectoryGroup } from '../../types/trajectory-group.ts';
import type { Run } from '../run.ts';

/** Stage 2: sorts the trajectories into groups; masked episodes are in none. */
export function transformToGroups(run: Run): void {
  const { state } = run;
  const { groups, metrics } = groupEpisodes(run, state.episodes ?? []);
  state.trajectoryGroups = groups;
  Object.assign(state.metrics, metrics);
}

/** The groups of a batch, as the config and the hook of this run make them. */
export function groupEpisodes(
  { config, trajGroupingHook, onWarning }: Run,
  episodes: readonly Episode[],
): { groups: TrajectoryGroup[]; metrics: Record<string, number> } {
  return transformEpisodesToTrajectoryGroups(episodes, {
    transform: config.transform,
    compact: config.compactFiltering,
    onWarning,
    ...(trajGroupingHook && { trajGroupingHook }),
  });
}
