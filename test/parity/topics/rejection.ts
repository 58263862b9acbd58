import { TransformConfig } from '../../../ts/config/transform-config.ts';
import { groupByTaskAndName } from '../../../ts/grouping/group-by-task-and-name.ts';
import { applyRejectionSamplingAndFiltering } from '../../../ts/grouping/reject-samples.ts';
import { createRejectionState, resetRejectionState } from '../../../ts/grouping/rejection-state.ts';
import { slowRejection } from '../../support/slow-rejection.ts';
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

const FIRST = TransformConfig.create({ idSeparator: 'first' });

/** Batches after batches on one state (ids cut at the first colon): what is kept, the counts, what was accumulated. */
export const rejection: Topic = {
  name: 'rejection',

  run(record) {
    return { expected: expectedOf(record), actual: compute(record) };
  },

  // The original lets two trajectories share a uid; such a batch is refused here. It raises for an id without a colon,
  // which is a task of its own here.
  rule(record) {
    const batches = record.batches as EncodedEpisode[][];
    if (batches.some(hasDuplicates)) return { reason: 'Z10', expected: slowRejection(record) };
    if (batches.flat().some(({ id }) => !id.includes(':')))
      return { reason: 'S17', expected: slowRejection(record) };
    return null;
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
      const groups = groupByTaskAndName(episodes, { transform: FIRST, onWarning: () => {} });
      const kept = applyRejectionSamplingAndFiltering(episodes, groups, config, state, FIRST);
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
