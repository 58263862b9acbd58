import { GroupedRewards } from '../../../ts/kernels/grouped-rewards.ts';
import { type FrameworkRecord, numbers } from './records.ts';

/** The matrix of a record of part a: rows of padded tokens. */
export interface Padded {
  readonly rows: number;
  readonly columns: number;
  /** 1 where a token is trained. [rows · columns] */
  readonly mask: Float64Array;
  /** An input with one number a token or a row, as it was rounded. */
  readonly input: (name: string) => Float64Array;
}

/**
 * Reads the mask of a record; its other inputs are read when they are asked for.
 *
 * @example
 * const batch = padded(record);
 * const outcomes = rowSums(batch, batch.input('rewards'));
 * const advantages = byGroup(outcomes, record.inputs.group, (grouped) => getAdvEstimator('verl/grpo')(grouped).advantages);
 * return { advantages: spreadRows(batch, advantages), returns: spreadRows(batch, advantages) };
 */
export function padded({ inputs }: FrameworkRecord): Padded {
  const [rows = 0, columns = 0] = (inputs.mask as { shape: readonly number[] }).shape;
  const dtype = inputs.dtype as string | undefined;
  return {
    rows,
    columns,
    mask: numbers(inputs.mask),
    input: (name) => numbers(inputs[name], dtype),
  };
}

/** The sum of each row, over its tokens or, with `trained`, over those that are trained. [rows] */
export function rowSums(
  { rows, columns, mask }: Padded,
  perToken: Float64Array,
  { trained = false }: { readonly trained?: boolean } = {},
): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => {
    let sum = 0;
    for (let i = row * columns; i < (row + 1) * columns; i++)
      if (!trained || mask[i] !== 0) sum += perToken[i] as number;
    return sum;
  });
}

/** Trained tokens of each row. [rows] */
export function rowLengths(batch: Padded): Float64Array {
  return rowSums(batch, batch.mask);
}

/**
 * Groups rows by their keys, lets a function turn the groups into results, and gives those in the order of the rows.
 *
 * @param perRow - [rows]
 * @param keys - one a row; groups come in the order in which their keys appear
 * @param compute - also gets which row stands at each place of the groups, to reorder other columns by
 */
export function byGroup(
  perRow: ArrayLike<number>,
  keys: unknown,
  compute: (grouped: GroupedRewards, order: Uint32Array) => GroupedRewards | ArrayLike<number>,
): Float64Array {
  const { grouped, order } = GroupedRewards.fromKeys(perRow, keys as readonly unknown[]);
  const result = compute(grouped, order);
  const flat = result instanceof GroupedRewards ? result.values : result;
  const rows = new Float64Array(order.length);
  order.forEach((row, i) => {
    rows[row] = flat[i] as number;
  });
  return rows;
}

/** One number a row at its tokens: 0 at those that are not trained, or with `everywhere` there too. [rows · columns] */
export function spreadRows(
  { mask, columns }: Padded,
  perRow: ArrayLike<number>,
  { everywhere = false }: { readonly everywhere?: boolean } = {},
): Float64Array {
  return mask.map((on, i) =>
    everywhere || on !== 0 ? (perRow[Math.floor(i / columns)] as number) : 0,
  );
}

/** What token-level estimators take, for the matrix; more fields are the caller's to add. */
export function flatRows({ rows, columns, mask }: Padded): {
  offsets: number[];
  mask: Float64Array;
} {
  return { offsets: Array.from({ length: rows + 1 }, (_, row) => row * columns), mask };
}
