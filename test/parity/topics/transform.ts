import { CompactFilteringConfig } from '../../../ts/config/compact-filtering-config.ts';
import { TransformConfig } from '../../../ts/config/transform-config.ts';
import type { Warning } from '../../../ts/errors/warning.ts';
import { transformEpisodesToTrajectoryGroups } from '../../../ts/grouping/transform-episodes.ts';
import type { Episode } from '../../../ts/types/episode.ts';
import { taskId } from '../../../ts/types/ids.ts';
import { groupRole, type TrajectoryGroup } from '../../../ts/types/trajectory-group.ts';
import { slowTransform } from '../../support/slow-transform.ts';
import { decodeNumber, expectsError, orError } from '../decode.ts';
import { type EncodedEpisode, toEpisode, toReward } from '../episodes.ts';
import type { GoldenRecord, Topic } from '../topic.ts';

interface Expected {
  readonly groups: readonly (Readonly<Record<string, unknown>> & { readonly rewards: unknown[] })[];
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly episodes_after: readonly {
    readonly id: string;
    readonly trajectories: readonly (object & { readonly reward: unknown })[];
  }[];
  readonly same_objects: boolean;
  readonly logs: readonly { readonly kind: string }[];
}

/** Our warnings by the names that the golden files have for the original's log lines. */
const LOG_KINDS: Readonly<Partial<Record<Warning['kind'], string>>> = {
  'trajectories-renamed': 'rename',
  'trajectories-dropped': 'dropped-unnamed',
  'reward-from-last-step': 'reward-from-last-step',
};
const FIRST = { idSeparator: 'first' } as const;

/** Episodes to groups, with ids cut at the first colon as the original does. */
export const transform: Topic = {
  name: 'transform',

  run(record) {
    return { expected: expectedOf(record), actual: orError(() => compute(record)) };
  },

  // An id without a colon has no rollout index, where the original raises.
  rule(record) {
    const episodes = record.episodes as EncodedEpisode[];
    if (episodes.every(({ id }) => id.includes(':'))) return null;
    return { reason: 'S17', expected: slowTransform(record) };
  },
};

function compute(record: GoldenRecord): unknown {
  const episodes = (record.episodes as EncodedEpisode[]).map(toEpisode);
  const transformConfig = TransformConfig.fromConfig({
    ...(record.transform as object),
    id_separator: 'first',
  });
  const logs: string[] = [];
  const { groups, metrics } = transformEpisodesToTrajectoryGroups(episodes, {
    transform: transformConfig,
    compact: record.compact === null ? null : CompactFilteringConfig.fromConfig(record.compact),
    ...(record.prefix === null ? {} : { metricsPrefix: record.prefix as string }),
    onWarning: ({ kind }) => logs.push(LOG_KINDS[kind] ?? kind),
  });
  const objects = new Set(episodes.flatMap(({ trajectories }) => trajectories));
  return {
    groups: groups.map(showGroup),
    metrics: Object.entries(metrics),
    episodes_after: episodes.map(showEpisode),
    same_objects: groups.every((group) => group.trajectories.every((one) => objects.has(one))),
    logs,
  };
}

function showGroup(group: TrajectoryGroup): unknown {
  return {
    group_id: group.groupId,
    group_role: groupRole(group, FIRST),
    task_id: taskId(group, FIRST),
    uids: group.trajectories.map(({ uid }) => uid),
    rewards: group.trajectories.map(({ reward }) => reward),
    metadata: group.metadata.map((origin) => ({
      task_id: origin.taskId,
      rollout_idx: origin.rolloutIdx,
      termination_reason: origin.terminationReason,
      is_correct: origin.isCorrect,
    })),
  };
}

function showEpisode({ id, trajectories }: Episode): unknown {
  return { id, trajectories: trajectories.map(({ uid, name, reward }) => ({ uid, name, reward })) };
}

function expectedOf(record: GoldenRecord): unknown {
  if (expectsError(record)) return { error: true };
  const { groups, metrics, episodes_after, same_objects, logs } = record.expect as Expected;
  const kinds = new Set(logs.map(({ kind }) => kind));
  kinds.delete('skipping-more'); // one warning of ours stands for all of its kind
  return {
    groups: groups.map((group) => ({ ...group, rewards: group.rewards.map(toReward) })),
    metrics: Object.entries(metrics).map(([key, value]) => [key, decodeNumber(value)]),
    episodes_after: episodes_after.map(({ id, trajectories }) => ({
      id,
      trajectories: trajectories.map((one) => ({ ...one, reward: toReward(one.reward) })),
    })),
    same_objects,
    logs: [...kinds],
  };
}
