import type { AdvantageSpec } from '../../../ts/estimators/spec/advantage-spec.ts';
import type { Difference } from './claim.ts';
import { type OutcomeInputs, perRow } from './outcome.ts';
import { padded, rowLengths } from './padded.ts';
import type { FrameworkRecord } from './records.ts';

/** How far off float32 leaves a residual: a few units in the last place of the largest reward of its group. */
const UNITS = 4 * 2 ** -24;

/**
 * GDPO with float32 columns: each z-score z = (r − mean) / (std + ε) is off by at most δ (1 + |z|) / (std + ε), δ a few
 * units in the last place of its group's largest reward; whitening their sum multiplies that by its gain.
 *
 * @param specOf - the spec of a record, with its whitening
 * @param inputsOf - its columns and their weights
 */
export function columnsRoundInFloat32(
  specOf: (record: FrameworkRecord) => AdvantageSpec,
  inputsOf: (record: FrameworkRecord) => OutcomeInputs,
): Difference {
  return {
    rule: 'float32 columns round',
    because:
      'it computes with columns rounded to float32, and whitening magnifies what is left where their z-scores cancel; ours computes in float64',
    applies: () => true,
    within: (record, { advantages }) => {
      const spec = { ...specOf(record), post: [] };
      const { columns = [], columnWeights = columns.map(() => 1) } = inputsOf(record);
      const off = new Float64Array(columns[0]?.length ?? 0);
      columns.forEach((column, c) => {
        const weight = Math.abs(columnWeights[c] as number);
        const scores = perRow(record, spec, { columns: [column] });
        for (const rows of rowsOfGroups(record)) {
          const factor = roundingOf(
            rows.map((row) => column[row] as number),
            spec,
          );
          for (const row of rows)
            off[row] =
              (off[row] as number) + weight * factor * (1 + Math.abs(scores[row] as number));
        }
      });
      const sums = perRow(record, spec, { columns, columnWeights });
      const whitened = (row: number): number => firstTrained(record, advantages, row);
      const gain =
        spread(
          Array.from(sums, (_, row) => whitened(row)),
          record,
        ) / spread(sums, record);
      const most = off.reduce((a, b) => Math.max(a, b), 0);
      const bounds = off.map((own, row) => gain * (own + most * (1 + Math.abs(whitened(row)))));
      return { advantages: bounds, returns: bounds };
    },
  };
}

/** What a residual of a group is off by, divided as it is. */
function roundingOf(rewards: readonly number[], { scale }: AdvantageSpec): number {
  const largest = Math.max(...rewards.map(Math.abs));
  if (scale.kind !== 'std') return UNITS * largest;
  const mean = rewards.reduce((sum, r) => sum + r, 0) / rewards.length;
  const squares = rewards.reduce((sum, r) => sum + (r - mean) ** 2, 0);
  return (UNITS * largest) / (Math.sqrt(squares / rewards.length) + scale.epsilon);
}

function rowsOfGroups({ inputs }: FrameworkRecord): number[][] {
  const groups = inputs.group as readonly unknown[];
  return [...new Set(groups)].map((key) =>
    groups.flatMap((group, row) => (group === key ? [row] : [])),
  );
}

function firstTrained(record: FrameworkRecord, advantages: unknown, row: number): number {
  const { columns, mask } = padded(record);
  const at = mask.subarray(row * columns, (row + 1) * columns).indexOf(1);
  return at < 0 ? 0 : ((advantages as ArrayLike<number>)[row * columns + at] as number);
}

/** Largest less smallest, of rows with a trained token. */
function spread(values: ArrayLike<number>, record: FrameworkRecord): number {
  const lengths = rowLengths(padded(record));
  const kept = Array.from(values).filter((_, row) => lengths[row] !== 0);
  return Math.max(...kept) - Math.min(...kept);
}
