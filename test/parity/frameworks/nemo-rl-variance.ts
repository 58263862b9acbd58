import type { Difference } from './claim.ts';
import { isSingle } from './float32.ts';
import { padded } from './padded.ts';
import type { FrameworkRecord } from './records.ts';

/** What a float32 mean of squares may be off by, as a share of itself. */
const UNITS = 8 * 2 ** -24;
/** A variance within so many times its own rounding is nothing but that. */
const LOST = 4;
const EPSILON = 1e-6;

interface Row {
  readonly residual: number;
  readonly std: number;
  /** How far the std may be off. */
  readonly stdOff: number;
  /** The variance is all rounding: it may come out as anything, and as 0, where nothing divides. */
  readonly isLost: boolean;
  /** Units in the last place of the largest reward. */
  readonly unit: number;
}

/**
 * Records of NeMo-RL, which takes a variance as E[x²] − mean² in float32. What that is off by follows from the mean of
 * squares; it matters where rewards are nearly equal beside their size.
 *
 * @param columns - the rewards of the rows, of one kind or several
 * @param field - what of a result depends on it: advantages, those that are whitened after columns are added, or the std
 */
export function varianceRounds(
  columns: (record: FrameworkRecord) => readonly Float64Array[],
  field: 'advantages' | 'whitened' | 'std',
): Difference {
  return {
    rule: 'a5 variance as E[x²] − mean²',
    because:
      'The difference of two float32 means is rounding, or negative and so 0, where rewards are nearly equal beside their size, and 0 where squares overflow; ours takes squares about the mean.',
    applies: isSingle,
    within: (record, ours) => {
      const all = columns(record).map((rewards) => rowsOf(record, rewards));
      if (field === 'std') return { std: (all[0] ?? []).map(({ stdOff, unit }) => stdOff + unit) };
      const scaled = record.args.normalize_rewards === true;
      const bounds = all.map((rows) => rows.map((row) => (scaled ? scaledOff(row) : row.unit)));
      if (field === 'advantages') return { advantages: bounds[0] ?? [] };
      return { advantages: whitenedOff(record, all, bounds, scaled, ours) };
    },
  };
}

function scaledOff({ residual, std, stdOff, isLost, unit }: Row): number {
  if (isLost) return Infinity;
  const least = Math.max(std - stdOff, 0) + EPSILON;
  return (Math.abs(residual) * stdOff) / least ** 2 + unit / least;
}

/** What a whitened sum of columns is off by: each one's share, its part in the mean and the std. */
function whitenedOff(
  { args }: FrameworkRecord,
  columns: readonly (readonly Row[])[],
  bounds: readonly (readonly number[])[],
  scaled: boolean,
  ours: Readonly<Record<string, unknown>>,
): number[] {
  const weights = (args.reward_weights as readonly number[] | null) ?? columns.map(() => 1);
  const count = columns[0]?.length ?? 0;
  const sumOf = (value: (column: number, row: number) => number): number[] =>
    Array.from({ length: count }, (_, row) =>
      columns.reduce((sum, _column, c) => sum + value(c, row), 0),
    );
  const off = sumOf((c, row) => Math.abs(weights[c] ?? 1) * (bounds[c]?.[row] as number));
  const sums = sumOf((c, row) => {
    const { residual, std } = (columns[c] as readonly Row[])[row] as Row;
    return (weights[c] ?? 1) * (scaled && std > 0 ? residual / (std + EPSILON) : residual);
  });
  const mean = sums.reduce((a, b) => a + b, 0) / count;
  const std = Math.sqrt(sums.reduce((a, b) => a + (b - mean) ** 2, 0) / (count - 1));
  const most = Math.max(...off);
  const { length } = ours.advantages as ArrayLike<number>;
  return off.map((own, row) => {
    const result = (ours.advantages as ArrayLike<number>)[(row * length) / count] as number;
    return (own + most * (1 + 2 * Math.abs(result))) / Math.max(std - 2 * most, 0);
  });
}

function rowsOf(record: FrameworkRecord, rewards: Float64Array): Row[] {
  const { args, inputs } = record;
  const leavesOut = (args.use_leave_one_out_baseline ?? args.leave_one_out_baseline) === true;
  const keys = inputs.group as readonly string[];
  const valid =
    args.valid_mask === undefined ? rewards.map(() => 1) : padded(record).input('valid');
  return keys.map((key, row) => {
    const others = Array.from(rewards).filter(
      (_, other) => keys[other] === key && valid[other] === 1 && !(leavesOut && other === row),
    );
    const n = others.length;
    const mean = others.reduce((sum, x) => sum + x, 0) / n;
    const squares = others.reduce((sum, x) => sum + x * x, 0) / n;
    const bessel = n / (n - 1);
    const variance = (others.reduce((sum, x) => sum + (x - mean) ** 2, 0) / n) * bessel;
    const off = UNITS * squares * bessel;
    const largest = Math.max(...others.map(Math.abs), Math.abs(rewards[row] as number));
    if (n < 2) return { residual: 0, std: 0, stdOff: 0, isLost: false, unit: UNITS * largest };
    const std = Math.sqrt(variance);
    const overflows = Math.max(...others.map((x) => x * x)) > 3.4e38;
    return {
      residual: (rewards[row] as number) - mean,
      std,
      stdOff: overflows
        ? 1.000001 * std
        : Math.max(Math.sqrt(variance + off) - std, std - Math.sqrt(Math.max(variance - off, 0))),
      isLost: overflows || variance <= LOST * off,
      unit: UNITS * largest,
    };
  });
}
