/**
 * Rejection sampling once more, slowly and in plain code over plain data (ids cut at the first colon). It shares no
 * code with what it is held against. A batch in which two trajectories share a uid is refused and changes nothing.
 */

import { collectGroups, decodeEpisode, hasMixedRewards, type Plain } from './slow-transform.ts';

/** What a record of `rejection.jsonl` must give: one result, or a refusal, for each batch. */
export function slowRejection(record: { readonly [key: string]: unknown }): unknown[] {
  const {
    mode = 'none',
    min_trajs_per_group: smallest = 2,
    min_partial_solve_tasks: wanted = 1,
  } = record.config as Record<string, number> & { mode?: string };
  const nothing = () => ({
    groups: [] as string[],
    episodes: [] as Plain[],
    none: 0,
    all: 0,
    partial: 0,
    before: 0,
    after: 0,
  });
  let memory = nothing();

  return (record.batches as Record<string, unknown>[][]).map((batch) => {
    if (record.reset_between) memory = nothing();
    const episodes = batch.map(decodeEpisode);
    const uids = episodes.flatMap(({ items }) => items.map(({ uid }) => uid));
    const groups = collectGroups(episodes, null);
    if (groups.some(({ items }) => hasMixedRewards(items))) return { error: true };
    if (mode !== 'none' && mode !== 'episode') return { error: true };
    if (uids.some((uid, i) => uids.indexOf(uid) !== i)) return { error: true };

    const kept = groups.filter(({ items }) => items.length >= smallest).map(({ id }) => id);
    const gone = groups.filter(({ items }) => items.length < smallest);
    const goneUids = gone.flatMap(({ items }) => items.map(({ uid }) => uid));
    for (const one of episodes) one.items = one.items.filter(({ uid }) => !goneUids.includes(uid));

    const counted = episodes.filter(({ items }) => items.length > 0);
    const taskOf = ({ id }: Plain) => id.split(':')[0] as string;
    for (const task of new Set(counted.map(taskOf))) {
      const outcomes = new Set(counted.filter((one) => taskOf(one) === task).map((e) => e.correct));
      if (outcomes.size === 2) memory.partial++;
      else if (outcomes.has(true)) memory.all++;
      else memory.none++;
    }
    memory.before += groups.length;
    memory.after += kept.length;
    if (mode === 'episode') {
      memory.groups.push(...kept);
      memory.episodes.push(...episodes);
    }
    const tasks = Math.max(1, memory.none + memory.all + memory.partial);
    const waits = mode === 'episode' && memory.partial < wanted;
    const given = mode === 'none' ? episodes : memory.episodes;
    return {
      in_groups: groups.map(({ id }) => id),
      kept_groups: waits ? [] : mode === 'none' ? kept : [...memory.groups],
      kept_episodes: waits
        ? []
        : given.map(({ id, items }) => ({ id, uids: items.map(({ uid }) => uid) })),
      metrics: [
        ['batch/num_tasks', tasks],
        ['batch/solve_none', memory.none / tasks],
        ['batch/solve_all', memory.all / tasks],
        ['batch/solve_partial', memory.partial / tasks],
        ['batch/groups_before_filter', memory.before],
        ['batch/groups_after_filter', memory.after],
        ['batch/groups_dropped_insufficient_trajs', memory.before - memory.after],
      ],
      accumulated: [memory.groups.length, memory.episodes.length],
    };
  });
}
