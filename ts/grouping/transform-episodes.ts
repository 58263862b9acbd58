import { CompactFilteringConfig } from '../config/compact-filtering-config.ts';
import { TransformConfig } from '../config/transform-config.ts';
import { checkOptions, type OptionNames } from '../errors/check-options.ts';
import { Places } from '../errors/places.ts';
import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { type OnWarning, type Warning, warnOnce } from '../errors/warning.ts';
import { checkFunction, checkText } from '../types/check.ts';
import type { Episode } from '../types/episode.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';
import { checkEpisodes } from './check-episodes.ts';
import { groupByTaskAndName } from './group-by-task-and-name.ts';
import { planNaming } from './name-trajectories.ts';
import { rememberTrajectories } from './remember-trajectories.ts';
import type { TrajGroupingHook } from './traj-grouping-hook.ts';
import { checkUniqueUids } from './unique-uids.ts';

export interface TransformOptions {
  /** What is left out has its default. */
  readonly transform?: Partial<TransformConfig>;
  /** Null, the default, masks nothing. */
  readonly compact?: CompactFilteringConfig | null;
  /** First piece of the metric keys. Default `'groups'`. */
  readonly metricsPrefix?: string;
  /** Default {@link groupByTaskAndName}. */
  readonly trajGroupingHook?: TrajGroupingHook;
  /** Default: the first warning of each kind is printed. */
  readonly onWarning?: OnWarning;
}

export interface TransformResult {
  readonly groups: TrajectoryGroup[];
  /** `{prefix}/num_trajs_before_filter`, `num_trajs_after_filter`, `num_groups`, `avg_|max_|min_group_size`. */
  readonly metrics: Record<string, number>;
}

/**
 * Sorts the trajectories of episodes into the groups whose members are compared with each other.
 *
 * Unnamed trajectories are named or dropped first, in place; then the hook groups. Warnings tell of renamed and
 * dropped trajectories, of rewards taken from last steps, and of groups that hold more than one task.
 *
 * Source: rLLM's `transform_episodes_to_trajectory_groups`.
 *
 * @throws UpperhandError `duplicate-uid`, `invalid-argument` for what are no episodes and no options, what the hook throws (see
 *   {@link groupByTaskAndName}) and what `onWarning` throws; names, rewards and lists of trajectories are then as
 *   they were
 * @example
 * const episodes = [1, 0].map((reward, i) =>
 *   createEpisode({
 *     id: `task-7:${i}`,
 *     trajectories: [createTrajectory({ name: 'solver', reward, steps: [createStep()] })],
 *   }),
 * );
 * const { groups, metrics } = transformEpisodesToTrajectoryGroups(episodes);
 * groups.length;                // 1
 * metrics['groups/num_groups']; // 1
 */
export function transformEpisodesToTrajectoryGroups(
  episodes: readonly Episode[],
  options: TransformOptions = {},
): TransformResult {
  checkOptions(options, TRANSFORM_OPTIONS);
  const { metricsPrefix = 'groups', trajGroupingHook = groupByTaskAndName } = options;
  const { onWarning = warnOnce } = options;
  checkText('metricsPrefix', metricsPrefix);
  checkFunction('trajGroupingHook', trajGroupingHook);
  checkFunction('onWarning', onWarning);
  const transform = TransformConfig.create(options.transform);
  const compact = options.compact ? CompactFilteringConfig.create(options.compact) : null;
  checkEpisodes(episodes);
  checkUniqueUids(episodes);
  const naming = planNaming(episodes, transform);
  const warnings: Warning[] = [...naming.warnings];
  const context = { transform, compact, onWarning: (warning: Warning) => warnings.push(warning) };
  const putBack = rememberTrajectories(episodes);
  try {
    naming.apply();
    const groups = trajGroupingHook(episodes, context);
    checkGroups(groups);
    const metrics = countGroups(episodes, groups, metricsPrefix);
    for (const warning of [...warnings, ...findMixedTasks(groups)]) onWarning(warning);
    return { groups, metrics };
  } catch (error) {
    putBack();
    throw error;
  }
}

const TRANSFORM_OPTIONS: OptionNames<TransformOptions> = {
  transform: true,
  compact: true,
  metricsPrefix: true,
  trajGroupingHook: true,
  onWarning: true,
};

function checkGroups(groups: unknown): asserts groups is TrajectoryGroup[] {
  if (!Array.isArray(groups)) {
    const came = groups instanceof Promise ? ' (hooks are synchronous)' : '';
    refuse('what trajGroupingHook gives', `an array of groups${came}`, groups);
  }
  groups.forEach((group, g) => {
    const { trajectories, groupId, metadata = [] } = group ?? {};
    if (!Array.isArray(trajectories) || typeof groupId !== 'string' || !Array.isArray(metadata))
      refuse(`group ${g} of trajGroupingHook`, 'a trajectory group', group);
  });
}

/** A comparison across tasks says nothing about the policy; only hooks of one's own can make such groups. */
function findMixedTasks(groups: readonly TrajectoryGroup[]): Warning[] {
  const mixed = groups.flatMap(({ groupId, metadata }) => {
    const tasks = new Set((metadata ?? []).map((origin) => origin?.taskId));
    return tasks.size > 1 ? [{ groupId, tasks: [...tasks] }] : [];
  });
  const [first] = mixed;
  if (!first) return [];
  const places = new Places();
  for (const { groupId } of mixed) places.add(() => groupId);
  return [
    {
      kind: 'mixed-tasks',
      message:
        `${mixed.length} of ${groups.length} groups hold trajectories of different tasks; ` +
        `first: group ${show(first.groupId)} with tasks ${first.tasks.slice(0, 5).map(show).join(', ')}`,
      places: places.names,
    },
  ];
}

function countGroups(
  episodes: readonly Episode[],
  groups: readonly TrajectoryGroup[],
  prefix: string,
): Record<string, number> {
  const sizes = groups.map(({ trajectories }) => trajectories.length);
  const after = total(sizes);
  const none = sizes.length === 0;
  return {
    [`${prefix}/num_trajs_before_filter`]: total(episodes.map((one) => one.trajectories.length)),
    [`${prefix}/num_trajs_after_filter`]: after,
    [`${prefix}/num_groups`]: sizes.length,
    [`${prefix}/avg_group_size`]: none ? 0 : after / sizes.length,
    [`${prefix}/max_group_size`]: sizes.reduce((a, b) => Math.max(a, b), 0),
    [`${prefix}/min_group_size`]: none ? 0 : sizes.reduce((a, b) => Math.min(a, b)),
  };
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
