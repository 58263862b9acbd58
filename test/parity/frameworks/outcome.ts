import { defineEstimator } from '../../../ts/estimators/define-estimator.ts';
import type { AdvantageSpec } from '../../../ts/estimators/spec/advantage-spec.ts';
import { byGroup, padded, rowLengths, rowSums, spreadRows } from './padded.ts';
import type { FrameworkRecord } from './records.ts';

/** What the rows of a record have beside their rewards, each one a row. */
export interface OutcomeInputs {
  readonly trajectoryIds?: readonly unknown[];
  /** Where a row stands among those of its trajectory. Default: as in the record. */
  readonly rank?: readonly number[];
  /** Adds up the rewards of trained tokens alone. Default: of all tokens. */
  readonly trained?: boolean;
  readonly baselines?: Float64Array;
  readonly columns?: readonly Float64Array[];
  readonly columnWeights?: readonly number[];
}

/** Advantages of the rows of a record, whose rewards are the sums of their tokens'. [rows] */
export function perRow(
  record: FrameworkRecord,
  spec: AdvantageSpec,
  inputs: OutcomeInputs = {},
): Float64Array {
  const batch = padded(record);
  const lengths = rowLengths(batch);
  const estimate = defineEstimator({ title: 'of a record', source: 'of a record', spec });
  const { rank = [], trained = false, trajectoryIds, baselines, columns, columnWeights } = inputs;
  const rewards = rowSums(batch, batch.input('rewards'), { trained });
  const rows = Array.from(rewards.keys()).sort((i, j) => (rank[i] ?? 0) - (rank[j] ?? 0));
  const groups = record.inputs.group as readonly unknown[];
  const ranked = byGroup(
    rows.map((row) => rewards[row] as number),
    rows.map((row) => groups[row]),
    (grouped, order) => {
      const ordered = <T>(values: ArrayLike<T>): T[] =>
        Array.from(order, (place) => values[rows[place] as number] as T);
      return estimate(grouped, {
        lengths: ordered(lengths),
        ...(trajectoryIds && { trajectoryIds: ordered(trajectoryIds) }),
        ...(baselines && { baselines: ordered(baselines) }),
        ...(columns && { columns: columns.map(ordered) }),
        ...(columnWeights && { columnWeights }),
      }).advantages;
    },
  );
  const advantages = new Float64Array(rows.length);
  rows.forEach((row, place) => {
    advantages[row] = ranked[place] as number;
  });
  return advantages;
}

/** {@link perRow} at the trained tokens, which are the returns as well. */
export function outcome(
  record: FrameworkRecord,
  spec: AdvantageSpec,
  inputs?: OutcomeInputs,
): Record<'advantages' | 'returns', Float64Array> {
  const advantages = spreadRows(padded(record), perRow(record, spec, inputs));
  return { advantages, returns: advantages };
}
