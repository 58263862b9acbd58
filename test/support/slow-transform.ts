/**
 * Episodes to groups once more, slowly and in plain code over plain data, as the original reads (ids cut at the first
 * colon). It shares no code with what it is held against; only an id without a colon has a rollout index of null here.
 */

import { decodeNumber } from '../parity/decode.ts';

export interface Item {
  readonly uid: string;
  name: string;
  reward: number | null;
  readonly steps: number[];
}
export interface Plain {
  readonly id: string;
  readonly reason: string | null;
  readonly correct: boolean;
  items: Item[];
}
export interface Group {
  readonly id: string;
  readonly items: Item[];
  readonly metadata: object[];
}

/** What a record of `transform.jsonl` must give: groups, metrics in order, episodes afterwards, kinds of log lines. */
export function slowTransform(record: { readonly [key: string]: unknown }): unknown {
  const settings = record.transform as Record<string, unknown>;
  const standIn = (settings.default_traj_name as string | undefined) ?? 'default_traj_name';
  const logs = new Set<string>();
  const episodes = (record.episodes as Record<string, unknown>[]).map(decodeEpisode);

  for (const episode of episodes) {
    const named: Item[] = [];
    episode.items.forEach((item, position) => {
      const unnamed = item.name === '' || item.name === standIn;
      if (unnamed && settings.impute_missing_names !== false) {
        item.name = `${standIn}_${position}`;
        logs.add('rename');
      } else if (unnamed && settings.drop_unnamed_traj === true) {
        logs.add('dropped-unnamed');
        return;
      }
      named.push(item);
    });
    episode.items = named;
  }

  const groups = collectGroups(episodes, record.compact as Record<string, boolean> | null);
  for (const { items } of groups) {
    if (settings.broadcast === false) {
      if (new Set(items.map(({ steps }) => steps.length)).size > 1) return { error: true };
    } else if (hasMixedRewards(items)) {
      return { error: true };
    } else {
      if (items.some(({ reward }) => reward === null)) logs.add('reward-from-last-step');
      for (const item of items) item.reward ??= item.steps[item.steps.length - 1] as number;
    }
  }
  return {
    groups: groups.map(showGroup),
    metrics: countAll(episodes, groups, (record.prefix as string | null) ?? 'groups'),
    episodes_after: episodes.map(({ id, items }) => ({
      id,
      trajectories: items.map(({ uid, name, reward }) => ({ uid, name, reward })),
    })),
    same_objects: true,
    logs: [...logs],
  };
}

export function hasMixedRewards(items: readonly Item[]): boolean {
  return new Set(items.map(({ reward }) => reward === null)).size > 1;
}

export function decodeEpisode(encoded: Record<string, unknown>): Plain {
  return {
    id: encoded.id as string,
    reason: encoded.termination_reason as string | null,
    correct: encoded.is_correct as boolean,
    items: (encoded.trajectories as Record<string, unknown>[]).map((one) => ({
      uid: one.uid as string,
      name: one.name as string,
      reward: one.reward === null ? null : decodeNumber(one.reward),
      steps: (one.steps as { reward: unknown }[]).map(({ reward }) => decodeNumber(reward)),
    })),
  };
}

export function collectGroups(episodes: Plain[], compact: Record<string, boolean> | null): Group[] {
  const groups: Group[] = [];
  for (const { id, reason, correct, items } of episodes) {
    if (compact?.enable && compact[`mask_${reason ?? 'unknown'}`]) continue;
    const [task, rollout = null] = id.split(':');
    for (const item of items) {
      if (item.steps.length === 0) continue;
      const key = `${task}:${item.name}`;
      if (!groups.some((one) => one.id === key)) groups.push({ id: key, items: [], metadata: [] });
      const group = groups.find((one) => one.id === key) as Group;
      group.items.push(item);
      group.metadata.push({
        task_id: task,
        rollout_idx: rollout,
        termination_reason: reason,
        is_correct: correct,
      });
    }
  }
  return groups;
}

function showGroup({ id, items, metadata }: Group): unknown {
  const colon = id.indexOf(':');
  return {
    group_id: id,
    group_role: colon === id.length - 1 ? 'all_groups' : id.split(':')[1],
    task_id: id.slice(0, colon),
    uids: items.map(({ uid }) => uid),
    rewards: items.map(({ reward }) => reward),
    metadata,
  };
}

function countAll(episodes: Plain[], groups: Group[], prefix: string): [string, number][] {
  const sizes = groups.map(({ items }) => items.length);
  let [before, after] = [0, 0];
  for (const { items } of episodes) before += items.length;
  for (const size of sizes) after += size;
  return [
    [`${prefix}/num_trajs_before_filter`, before],
    [`${prefix}/num_trajs_after_filter`, after],
    [`${prefix}/num_groups`, sizes.length],
    [`${prefix}/avg_group_size`, after === 0 ? 0 : after / sizes.length],
    [`${prefix}/max_group_size`, Math.max(0, ...sizes)],
    [`${prefix}/min_group_size`, sizes.length === 0 ? 0 : Math.min(...sizes)],
  ];
}
