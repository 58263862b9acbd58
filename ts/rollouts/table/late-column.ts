import { Column } from './column.ts';

/** Numbers of those rows that have one. Takes no memory before the first, and none for rows after the last. */
export class LateColumn {
  readonly #numbers = new Column(Float64Array);

  /** Whether no row has a number. */
  get empty(): boolean {
    return this.#numbers.length === 0;
  }

  /** @param row - above all that have a number */
  put(row: number, value: number): void {
    while (this.#numbers.length < row) this.#numbers.push(Number.NaN);
    this.#numbers.push(value);
  }

  /** NaN where the row has none. */
  get(row: number): number {
    return row < this.#numbers.length ? this.#numbers.get(row) : Number.NaN;
  }
}
