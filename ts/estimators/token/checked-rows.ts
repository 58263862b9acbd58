import { refuse } from '../../errors/refuse.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { GroupedRewards } from '../../kernels/grouped-rewards.ts';
import { checkFields, isArrayLike } from '../../types/check.ts';
import { readMask } from '../../types/read-mask.ts';
import type { TokenRows } from './token-rows.ts';

/** Arrays of rows that may be missing. */
export type OptionalRows =
  | 'outcomes'
  | 'values'
  | 'bootstrap'
  | 'baselines'
  | 'logprobs'
  | 'refLogprobs'
  | 'teacherLogprobs'
  | 'sumPiSquared'
  | 'rolloutWeights'
  | 'turns';

const PER_ROW: readonly OptionalRows[] = ['outcomes', 'bootstrap', 'baselines'];

const FIELDS: Readonly<Record<keyof TokenRows, true>> = {
  offsets: true,
  rewards: true,
  outcomes: true,
  mask: true,
  values: true,
  bootstrap: true,
  baselines: true,
  logprobs: true,
  refLogprobs: true,
  teacherLogprobs: true,
  sumPiSquared: true,
  rolloutWeights: true,
  groups: true,
  turns: true,
};

/** Rows whose shapes and numbers were checked. Arrays are read when they are asked for, and never written. */
export class CheckedRows {
  readonly offsets: Uint32Array;
  /** null: all tokens are trained. [tokens] */
  readonly mask: Uint8Array | null;
  readonly numTokens: number;
  readonly numRows: number;
  readonly #rows: TokenRows;
  readonly #mustBeFinite: boolean;
  #groups: RowGroups | undefined;

  /** @throws UpperhandError `invalid-argument` for a field that there is not, offsets that do not ascend, other lengths */
  constructor(rows: TokenRows, missing: 'refuse' | 'propagate') {
    checkFields('token rows', rows, FIELDS);
    const tokens = lastOf('offsets', rows.offsets);
    this.offsets = GroupedRewards.fromFlat(new Float64Array(tokens), rows.offsets).offsets;
    this.numTokens = tokens;
    this.numRows = this.offsets.length - 1;
    this.mask = rows.mask === undefined ? null : readMask(rows.mask, tokens);
    this.#rows = rows;
    this.#mustBeFinite = missing === 'refuse';
  }

  isTrained(token: number): boolean {
    return this.mask === null || this.mask[token] !== 0;
  }

  /** A copy that may be written. */
  rewards(): Float64Array {
    const { rewards } = this.#rows;
    return rewards === undefined
      ? new Float64Array(this.numTokens)
      : this.#read('rewards', rewards, this.numTokens).slice();
  }

  has(field: OptionalRows): boolean {
    return this.#rows[field] !== undefined;
  }

  /** @throws UpperhandError `invalid-argument` when the rows were given without it; for other lengths; for no numbers */
  require(field: OptionalRows, who: string): Float64Array {
    const values = this.#rows[field];
    if (values === undefined)
      throw new UpperhandError(
        'invalid-argument',
        `${who} needs ${field}, which the rows were given without; the option tokenRows (withInputs) and the inputs of defineTokenEstimator may give it`,
      );
    return this.#read(field, values, PER_ROW.includes(field) ? this.numRows : this.numTokens);
  }

  /** The rows of each group, group after group, in the order in which groups appear. */
  groups(who: string): RowGroups {
    if (this.#groups !== undefined) return this.#groups;
    const { groups } = this.#rows;
    if (groups === undefined)
      throw new UpperhandError(
        'invalid-argument',
        `${who} needs groups, which the rows were given without`,
      );
    if (!isArrayLike(groups)) refuse('groups', 'an array, one key a row', groups);
    if (groups.length !== this.numRows)
      refuse('groups', `of length ${this.numRows}, one key a row`, groups.length);
    const { grouped, order } = GroupedRewards.fromKeys(
      new Float64Array(this.numRows),
      Array.from(groups),
    );
    this.#groups = { order, offsets: grouped.offsets };
    return this.#groups;
  }

  /** Trained tokens of each row. */
  lengths(): Float64Array {
    const lengths = new Float64Array(this.numRows);
    for (let row = 0; row < this.numRows; row++)
      for (let t = this.offsets[row] as number; t < (this.offsets[row + 1] as number); t++)
        if (this.isTrained(t)) lengths[row] = (lengths[row] as number) + 1;
    return lengths;
  }

  #read(field: string, values: ArrayLike<number>, length: number): Float64Array {
    const unit = length === this.numTokens ? 'token' : 'row';
    if (!isArrayLike(values)) refuse(field, 'an array of numbers', values);
    if (values.length !== length)
      refuse(field, `of length ${length}, one number a ${unit}`, values.length);
    const read = values instanceof Float64Array ? values : Float64Array.from(values);
    for (let i = 0; i < length; i++) {
      const value: unknown = values[i];
      if (typeof value !== 'number') refuse(`${field}[${i}]`, 'a number', value);
      const counts = unit === 'row' || this.isTrained(i);
      if (this.#mustBeFinite && counts && !Number.isFinite(value))
        refuse(`${field}[${i}]`, 'a finite number, as the token is trained', value);
    }
    return read;
  }
}

export interface RowGroups {
  /** [rows] */
  readonly order: Uint32Array;
  /** [groups + 1] */
  readonly offsets: Uint32Array;
}

function lastOf(field: string, offsets: ArrayLike<number>): number {
  if (!isArrayLike(offsets)) refuse(field, 'an array of integers', offsets);
  const last: unknown = offsets[offsets.length - 1];
  if (!Number.isInteger(last) || (last as number) < 0 || (last as number) > 0xffffffff)
    refuse(`${field}[${offsets.length - 1}]`, 'the number of tokens', last);
  return last as number;
}
