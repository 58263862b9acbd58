import type { AdvantageSpec } from '../../../ts/estimators/spec/advantage-spec.ts';
import type { Difference } from './claim.ts';
import { isSingle } from './float32.ts';
import { type OutcomeInputs, perRow } from './outcome.ts';
import { padded, rowLengths, rowSums } from './padded.ts';
import type { FrameworkRecord } from './records.ts';

/** How far off float32 leaves a residual: a few units in the last place of the largest reward of its group. */
const UNITS = 4 * 2 ** -24;

/** What whitening multiplies equal values by: one over the root of its epsilon. */
const MOST_GAIN = 1e4;

/**
 * Whitened outcomes that a framework has in float32: each residual is off by at most δ, a few units in the last place of its
 * group's largest reward, and each z-score z by δ (1 + |z|) / (std + ε). What is left of nearly equal ones, or of columns
 * that cancel, whitening multiplies by its gain.
 *
 * @param specOf - the spec of a record, with its whitening
 * @param inputsOf - its columns and their weights. Default: the rewards are one
 * @param always - also where the batch is float64, for functions that take float32 whatever they get
 */
export function whiteningRoundsInFloat32(
  specOf: (record: FrameworkRecord) => AdvantageSpec,
  {
    inputsOf = () => ({}),
    always = false,
  }: {
    readonly inputsOf?: (record: FrameworkRecord) => OutcomeInputs;
    readonly always?: boolean;
  } = {},
): Difference {
  return {
    rule: 'float32 whitening',
    because:
      'it computes in float32, and whitening magnifies what is left of nearly equal outcomes; ours computes in float64',
    applies: (record) => always || isSingle(record),
    within: (record, { advantages }) => {
      const spec = { ...specOf(record), post: [] };
      const batch = padded(record);
      const inputs = inputsOf(record);
      const columns = inputs.columns ?? [rowSums(batch, batch.input('rewards'))];
      const off = new Float64Array(batch.rows);
      columns.forEach((column, c) => {
        const weight = Math.abs(inputs.columnWeights?.[c] ?? 1);
        const scores = perRow(record, spec, { columns: [column] });
        for (const rows of rowsOfGroups(record)) {
          const factor = roundingOf(
            rows.map((row) => column[row] as number),
            spec,
          );
          for (const row of rows) {
            const z = spec.scale.kind === 'std' ? Math.abs(scores[row] as number) : 0;
            off[row] = (off[row] as number) + weight * factor * (1 + z);
          }
        }
      });
      const sums = perRow(record, spec, { ...inputs, columns });
      const whitened = Float64Array.from(sums, (_, row) => firstTrained(record, advantages, row));
      const ratio = spread(whitened, record) / spread(sums, record);
      const gain = Number.isFinite(ratio) ? ratio : MOST_GAIN;
      const most = off.reduce((a, b) => Math.max(a, b), 0);
      const bounds = off.map(
        (own, row) => gain * (own + most * (1 + Math.abs(whitened[row] as number))),
      );
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
