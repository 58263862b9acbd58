/** A number that is the same for all rows, or one a row. */
export function ofRow(value: number | Float64Array, row: number): number {
  return typeof value === 'number' ? value : (value[row] as number);
}
