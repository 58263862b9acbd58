import { groupByTaskAndName } from '../../../ts/grouping/group-by-task-and-name.ts';
import { applyRejectionSamplingAndFiltering } from '../../../ts/grouping/reject-samples.ts';
import { createRejectionState, resetRejectionState } from '../../../ts/grouping/rejection-state.ts';
import { decodeNumber, orError } from '../decode.ts';
import { type EncodedEpisode, toEpisode } from '../episodes.ts';
import type { GoldenRecord, Topic } from '../topic.ts';

interface ExpectedBatch {
  readonly in_groups: unknown;
  readonly kept_groups: unknown;
  readonly kept_episodes: unknown;
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly accumulated: unknown;
}

const CONFIG_NAMES: Readonly<Record<string, string>> = {
  mode: 'mode',
  min_trajs_per_group: 'minTrajsPerGroup',
  min_partial_solve_tasks: 'minPartialSolveTasks',
};

/** Batches after batches on one state: what is kept, the counts, how much was accumulated. */
export const rejection: Topic = {
  name: 'rejection',

  run(record) {
    return { expected: expectedOf(record), actual: compute(record) };
  },

  // The original tells trajectories apart by uid and lets two share one. Here such a batch is refused and leaves the
  // state alone. Batches after it are known only where nothing was to be remembered.
  rule(record) {
    const batches = record.batches as EncodedEpisode[][];
    const refused = batches.map(hasDuplicates);
    if (!refused.includes(true)) return null;
    if (!record.reset_between && refused.indexOf(true) !== batches.length - 1) return null;
    const expected = expectedOf(record).map((batch, b) => (refused[b] ? { error: true } : batch));
    return { reason: 'Z10', expected };
  },
};

function compute(record: GoldenRecord): unknown {
  const state = createRejectionState();
  const config = Object.fromEntries(
    Object.entries(record.config as object).map(([key, value]) => [
      CONFIG_NAMES[key] ?? key,
      value,
    ]),
  );
  return (record.batches as EncodedEpisode[][]).map((batch) => {
    if (record.reset_between) resetRejectionState(state);
    const episodes = batch.map(toEpisode);
    return orError(() => {
      const groups = groupByTaskAndName(episodes, { onWarning: () => {} });
      const kept = applyRejectionSamplingAndFiltering(episodes, groups, config, state);
      return {
        in_groups: groups.map(({ groupId }) => groupId),
        kept_groups: kept.groups.map(({ groupId }) => groupId),
        kept_episodes: kept.episodes.map(({ id, trajectories }) => ({
          id,
          uids: trajectories.map(({ uid }) => uid),
        })),
        metrics: Object.entries(kept.metrics),
        accumulated: [state.accumulatedGroups.length, state.accumulatedEpisodes.length],
      };
    });
  });
}

function expectedOf(record: GoldenRecord): unknown[] {
  return (record.expect as (ExpectedBatch | { error: unknown })[]).map((batch) => {
    if ('error' in batch) return { error: true };
    const metrics = Object.entries(batch.metrics).map(([key, value]) => [key, decodeNumber(value)]);
    return { ...batch, metrics };
  });
}

function hasDuplicates(batch: readonly EncodedEpisode[]): boolean {
  const uids = batch.flatMap(({ trajectories }) => trajectories.map(({ uid }) => uid));
  return new Set(uids).size < uids.length;
}
