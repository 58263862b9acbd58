import { refuse } from '../../errors/refuse.ts';

/**
 * A number for all rows, or one a row, each from 0 to 1.
 *
 * @throws UpperhandError `invalid-argument` for another length or number
 */
export function oneARow(
  name: string,
  value: number | ArrayLike<number>,
  numRows: number,
): number | Float64Array {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null || value.length !== numRows)
    refuse(name, `a number, or an array of ${numRows}, one number a row`, value);
  return Float64Array.from(value, (x, row) =>
    x >= 0 && x <= 1 ? x : refuse(`${name}[${row}]`, 'a number from 0 to 1', x),
  );
}
