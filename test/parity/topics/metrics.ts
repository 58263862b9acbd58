import type { Kernels } from '../../../ts/kernels/kernels.ts';
import { MetricsAggregator } from '../../../ts/metrics/metrics-aggregator.ts';
import { reduceMetricsByTrajectoryName } from '../../../ts/metrics/reduce-metrics-by-trajectory-name.ts';
import { reduceMetricsLists } from '../../../ts/metrics/reduce-metrics-lists.ts';
import { createTrajectory } from '../../../ts/types/trajectory.ts';
import { createTrajectoryGroup } from '../../../ts/types/trajectory-group.ts';
import { decodeNumber, decodeScalar, expectsError, orError } from '../decode.ts';
import type { GoldenRecord, Topic } from '../topic.ts';

interface EncodedGroup {
  readonly group_id: string;
  readonly trajectories: readonly { readonly name: string; readonly reward: unknown }[];
}

/** The small reducers of metrics; metrics are compared as lists of pairs, since their order counts. */
export const metrics: Topic = {
  name: 'metrics',
  run(record, kernels) {
    const actual = orError(() => compute(record, kernels));
    if (expectsError(record)) return { expected: { error: true }, actual };
    const expect = record.expect as Record<string, Record<string, unknown>>;
    const expected = Object.entries(expect).map(([name, values]) => [name, toPairs(values)]);
    return { expected: Object.fromEntries(expected), actual };
  },
};

function compute(record: GoldenRecord, kernels: Kernels): unknown {
  switch (record.what) {
    case 'reduce_lists': {
      const lists = decodeAll(record.metrics) as Record<string, unknown>;
      return { metrics: toPairs(reduceMetricsLists(lists, { kernels, onWarning: () => {} })) };
    }
    case 'by_name': {
      const includeFractionZero = record.fraction_zero as boolean;
      const groups = (record.groups as EncodedGroup[]).map(toGroup);
      return {
        metrics: toPairs(reduceMetricsByTrajectoryName(groups, { includeFractionZero, kernels })),
      };
    }
    default: {
      const aggregator = new MetricsAggregator();
      const records = (record.records ?? []) as [string, unknown][];
      for (const [key, value] of records) aggregator.record(key, decodeNumber(value));
      for (const dict of (record.dicts ?? []) as unknown[])
        aggregator.recordDict(decodeAll(dict) as Record<string, unknown>);
      return { metrics: toPairs(aggregator.flush()), after: toPairs(aggregator.flush()) };
    }
  }
}

function toGroup({ group_id, trajectories }: EncodedGroup) {
  return createTrajectoryGroup({
    groupId: group_id,
    trajectories: trajectories.map(({ name, reward }) =>
      createTrajectory({ name, reward: reward === null ? null : decodeNumber(reward) }),
    ),
  });
}

/** Encoded scalars anywhere in plain JSON. */
function decodeAll(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeAll);
  if (typeof value !== 'object' || value === null || 't' in value) return decodeScalar(value);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, decodeAll(entry)]));
}

/** The sign of a largest or smallest zero is not defined. */
function toPairs(values: Record<string, unknown>): unknown {
  return Object.entries(values).map(([key, value]) => {
    const number = decodeNumber(value);
    return [key, /\/(max|min)$/.test(key) ? number + 0 : number];
  });
}
