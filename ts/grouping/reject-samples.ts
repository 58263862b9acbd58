import { RejectionSamplingConfig } from '../config/rejection-sampling-config.ts';
import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import type { Episode } from '../types/episode.ts';
import { type IdOptions, taskId } from '../types/ids.ts';
import type { Trajectory } from '../types/trajectory.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';
import { checkEpisodes } from './check-episodes.ts';
import { planGroupRewards } from './group-rewards.ts';
import { addCounts, type RejectionCounts, type RejectionState } from './rejection-state.ts';
import { isUniformGroup, type UniformGroupOptions } from './uniform-group.ts';
import { checkUniqueMembers, checkUniqueUids } from './unique-uids.ts';

export interface RejectionOptions extends IdOptions {
  /** Also drops groups that teach nothing, by this tolerance and band (DAPO). Default: none are. */
  readonly dropUniform?: UniformGroupOptions;
}

export interface RejectionResult {
  /** What to train on now; empty when mode `'episode'` wants more first. */
  readonly groups: TrajectoryGroup[];
  /** The episodes that belong to them, without the trajectories of dropped groups. */
  readonly episodes: Episode[];
  /**
   * Counts since the state was last reset: `batch/num_tasks`, `solve_none|all|partial` as fractions of it, and
   * `groups_before_filter|after_filter|dropped_insufficient_trajs`; with `dropUniform` also `groups_dropped_uniform`.
   */
  readonly metrics: Record<string, number>;
}

/**
 * Drops groups that are too small or, with `dropUniform`, uniform, in every mode, takes their trajectories out of the episodes (in place; episodes
 * stay, even empty ones), and counts how many tasks were solved by none, all or some of their attempts.
 *
 * Mode `'none'` gives what is left. Mode `'episode'` adds it to the state and gives all that was accumulated once
 * enough tasks were solved in part, else nothing; resetting the state afterwards is the caller's business. A task
 * that comes in two calls is counted twice, and one whose group is uniform still counts as solved by none or all.
 *
 * Source: rLLM's `apply_rejection_sampling_and_filtering`.
 *
 * @param config - what is left out has its default
 * @throws ConfigError for an unknown mode, UpperhandError `not-implemented` for mode `'group'`, `duplicate-uid` for
 *   trajectories that cannot be told apart, `empty-group` for one without trajectories that no minimum drops,
 *   `invalid-argument` for what is no episode or is frozen;
 *   episodes and state are then as they were
 * @example
 * const episodes = [1, 0].map((reward, i) =>
 *   createEpisode({
 *     id: `task-7:${i}`,
 *     isCorrect: reward > 0,
 *     trajectories: [createTrajectory({ name: 'solver', reward, steps: [createStep()] })],
 *   }),
 * );
 * const { groups } = transformEpisodesToTrajectoryGroups(episodes);
 * const state = createRejectionState();
 * const kept = applyRejectionSamplingAndFiltering(episodes, groups, { mode: 'episode' }, state);
 * kept.groups.length;                   // 1
 * kept.metrics['batch/solve_partial']; // 1
 * const dynamic = { dropUniform: { tolerance: 1e-6 } };
 * applyRejectionSamplingAndFiltering(episodes, groups, {}, createRejectionState(), dynamic).groups.length; // 1
 */
export function applyRejectionSamplingAndFiltering(
  episodes: readonly Episode[],
  groups: readonly TrajectoryGroup[],
  config: Partial<RejectionSamplingConfig>,
  state: RejectionState,
  options: RejectionOptions = {},
): RejectionResult {
  const { mode, minTrajsPerGroup, minPartialSolveTasks } = RejectionSamplingConfig.create(config);
  if (mode === 'group') {
    throw new UpperhandError(
      'not-implemented',
      'rejection sampling mode "group" is not implemented; modes are "none" and "episode"',
    );
  }
  checkEpisodes(episodes);
  const frozen = episodes.find((episode) => Object.isFrozen(episode));
  if (frozen)
    refuse(`episode ${show(frozen.id)}`, 'an object that can be written on, not frozen', frozen);
  checkUniqueUids(episodes);
  checkUniqueMembers(groups);
  const isLarge = (group: TrajectoryGroup) => group.trajectories.length >= minTrajsPerGroup;
  const large = groups.filter(isLarge);
  refuseEmpty(large);
  const { dropUniform } = options;
  const teaches = (group: TrajectoryGroup) =>
    dropUniform === undefined || !isUniformGroup(rewardsOf(group), dropUniform);
  const kept = new Set(large.filter(teaches));

  const small = groups.filter((group) => !isLarge(group));
  const attempts = withoutMembers(
    episodes.map(({ trajectories }) => trajectories),
    small,
  );
  const remaining = withoutMembers(
    attempts,
    large.filter((group) => !kept.has(group)),
  );
  const counts = addCounts(state.counts, {
    ...countSolved(episodes, attempts, options),
    groupsBeforeFilter: groups.length,
    groupsAfterFilter: kept.size,
    groupsDroppedInsufficientTrajs: small.length,
    ...(dropUniform === undefined ? {} : { groupsDroppedUniform: large.length - kept.size }),
  });

  episodes.forEach((episode, e) => {
    episode.trajectories = remaining[e] as Trajectory[];
  });
  state.counts = counts;
  const metrics = toMetrics(counts);
  if (mode === 'none') return { groups: [...kept], episodes: [...episodes], metrics };
  state.accumulatedGroups = [...state.accumulatedGroups, ...kept];
  state.accumulatedEpisodes = [...state.accumulatedEpisodes, ...episodes];
  if (counts.solvePartial < minPartialSolveTasks) return { groups: [], episodes: [], metrics };
  return { groups: state.accumulatedGroups, episodes: state.accumulatedEpisodes, metrics };
}

function withoutMembers(
  episodes: readonly (readonly Trajectory[])[],
  dropped: readonly TrajectoryGroup[],
): Trajectory[][] {
  const uids = new Set(dropped.flatMap(({ trajectories }) => trajectories.map(({ uid }) => uid)));
  return episodes.map((trajectories) => trajectories.filter(({ uid }) => !uids.has(uid)));
}

/** As the group would be rewarded: by the trajectories' rewards, else by those of their last steps. */
function rewardsOf(group: TrajectoryGroup): number[] {
  const planned = new Map(
    planGroupRewards(group).map(({ trajectory, reward }) => [trajectory, reward]),
  );
  return group.trajectories.map(
    (trajectory) => planned.get(trajectory) ?? (trajectory.reward as number),
  );
}

function refuseEmpty(groups: readonly TrajectoryGroup[]): void {
  const empty = groups.find(({ trajectories }) => trajectories.length === 0);
  if (!empty) return;
  throw new UpperhandError(
    'empty-group',
    `group ${show(empty.groupId)} has no trajectories; a minTrajsPerGroup of 1 or more drops such groups`,
  );
}

/** Sorts tasks by how many of their attempts were right; an attempt without trajectories does not count. */
function countSolved(
  episodes: readonly Episode[],
  remaining: readonly (readonly Trajectory[])[],
  options: IdOptions,
): Pick<RejectionCounts, 'solveNone' | 'solveAll' | 'solvePartial'> {
  const tasks = new Map<string, { attempts: number; right: number }>();
  episodes.forEach((episode, e) => {
    if (remaining[e]?.length === 0) return;
    const id = taskId(episode, options);
    const task = tasks.get(id) ?? { attempts: 0, right: 0 };
    tasks.set(id, task);
    task.attempts++;
    if (episode.isCorrect) task.right++;
  });
  const all = [...tasks.values()];
  const solveNone = all.filter(({ right }) => right === 0).length;
  const solveAll = all.filter(({ attempts, right }) => right === attempts).length;
  return { solveNone, solveAll, solvePartial: all.length - solveNone - solveAll };
}

function toMetrics(counts: RejectionCounts): Record<string, number> {
  const tasks = Math.max(1, counts.solveNone + counts.solveAll + counts.solvePartial);
  return {
    'batch/num_tasks': tasks,
    'batch/solve_none': counts.solveNone / tasks,
    'batch/solve_all': counts.solveAll / tasks,
    'batch/solve_partial': counts.solvePartial / tasks,
    'batch/groups_before_filter': counts.groupsBeforeFilter,
    'batch/groups_after_filter': counts.groupsAfterFilter,
    'batch/groups_dropped_insufficient_trajs': counts.groupsDroppedInsufficientTrajs,
    ...(counts.groupsDroppedUniform === undefined
      ? {}
      : { 'batch/groups_dropped_uniform': counts.groupsDroppedUniform }),
  };
}
