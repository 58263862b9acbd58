import { TransformConfig } from '../config/transform-config.ts';
import { Places } from '../errors/places.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { warnOnce } from '../errors/warning.ts';
import { type Episode, rolloutIdx } from '../types/episode.ts';
import { taskId } from '../types/ids.ts';
import { parseTerminationReason, type TerminationReason } from '../types/termination-reason.ts';
import type { Trajectory } from '../types/trajectory.ts';
import { createTrajectoryGroup, type TrajectoryGroup } from '../types/trajectory-group.ts';
import { checkEvenSteps, planGroupRewards } from './group-rewards.ts';
import { shouldMask } from './should-mask.ts';
import type { GroupingContext } from './traj-grouping-hook.ts';

/**
 * The default grouping: trajectories of one task and one name belong together, under the id `{task}:{name}`. Groups
 * come in the order in which their first trajectory appears and hold the same objects.
 *
 * Left out are episodes that `compact` masks and trajectories without steps. With `broadcast` (the default) either
 * all trajectories of a group have a reward or none; then each takes that of its last step, in place. Without
 * `broadcast` all trajectories of a group have the same number of steps.
 *
 * Source: rLLM's `_default_traj_grouping_hook`.
 *
 * @param context - defaults: the default transform config, no masking, warnings printed once a kind
 * @throws UpperhandError `mixed-rewards`, `uneven-steps`, `invalid-trajectory-name` (a ":" in a name, unless ids are
 *   cut at the first one), or `invalid-argument` for an unknown termination reason; nothing was changed then
 * @example
 * const episodes = [0, 1].map((i) =>
 *   createEpisode({
 *     id: `task-7:${i}`,
 *     trajectories: [createTrajectory({ name: 'solver', reward: i, steps: [createStep()] })],
 *   }),
 * );
 * groupByTaskAndName(episodes).map((group) => group.groupId); // ['task-7:solver']
 */
export function groupByTaskAndName(
  episodes: readonly Episode[],
  context: Partial<GroupingContext> = {},
): TrajectoryGroup[] {
  const { transform = TransformConfig.create(), compact = null, onWarning = warnOnce } = context;
  const groups = new Map<string, TrajectoryGroup>();
  for (const episode of episodes) {
    const reason = readReason(episode);
    if (compact && shouldMask(compact, reason)) continue;
    const task = taskId(episode, transform);
    const origin = {
      taskId: task,
      rolloutIdx: rolloutIdx(episode, transform),
      terminationReason: reason,
      isCorrect: episode.isCorrect,
    };
    for (const trajectory of episode.trajectories) {
      if (trajectory.steps.length === 0) continue;
      checkName(episode, trajectory, transform);
      const groupId = `${task}:${trajectory.name}`;
      const group = groups.get(groupId) ?? createTrajectoryGroup({ groupId });
      groups.set(groupId, group);
      group.trajectories.push(trajectory);
      group.metadata.push(origin);
    }
  }
  const found = [...groups.values()];
  if (transform.broadcast) fillRewards(found, onWarning);
  else found.forEach(checkEvenSteps);
  return found;
}

function fillRewards(
  groups: readonly TrajectoryGroup[],
  onWarning: GroupingContext['onWarning'],
): void {
  const places = new Places();
  const planned = groups.flatMap((group) => {
    const rewards = planGroupRewards(group);
    if (rewards.length > 0) places.add(() => group.groupId);
    return rewards;
  });
  if (places.count === 0) return;
  onWarning({
    kind: 'reward-from-last-step',
    message: `${planned.length} trajectories had no reward and took that of their last step; groups: ${places}`,
    places: places.names,
  });
  for (const { trajectory, reward } of planned) trajectory.reward = reward;
}

function readReason(episode: Episode): TerminationReason | null {
  // JSON of others may lack the field.
  if ((episode.terminationReason ?? null) === null) return null;
  try {
    return parseTerminationReason(episode.terminationReason);
  } catch (cause) {
    const { message } = cause as Error;
    throw new UpperhandError('invalid-argument', `episode ${show(episode.id)}: ${message}`, {
      cause,
    });
  }
}

function checkName(episode: Episode, { name }: Trajectory, transform: TransformConfig): void {
  if (transform.idSeparator === 'first' || !name.includes(':')) return;
  throw new UpperhandError(
    'invalid-trajectory-name',
    `trajectory name ${show(name)} in episode ${show(episode.id)} must not contain ":", at which group ids are cut ` +
      `(idSeparator: 'first' allows it)`,
  );
}
