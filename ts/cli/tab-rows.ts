import { numberText } from './number-text.ts';
import { cellText } from './printable.ts';

const [TAB, NEWLINE, COMMA, CLOSE] = [0x09, 0x0a, 0x2c, 0x5d] as const;
/** As `-1.2345678901234567e-300` and what separates it from the next. */
const LONGEST_NUMBER = 25;

/** A column, of which each row has a value. */
export interface TabColumn<Row> {
  readonly isNumber: boolean;
  value(row: Row): string | number | null | undefined;
}

/** Of a column, and where it is among the texts. */
interface LastText {
  value: string | null;
  start: number;
  /** 0: nowhere. */
  end: number;
}

/**
 * Rows of a tab-separated table as bytes, many together: to make a text of each number, and one of each row, takes longer than
 * all else, and leaves much to forget.
 */
export class TabRows<Row> {
  /** How many were added since `take`. */
  length = 0;
  readonly #columns: readonly TabColumn<Row>[];
  /** Of all rows, those of each row together. */
  #numbers: number[] = [];
  /** Numbers that JSON would write as something else, by their place. */
  readonly #odd = new Map<number, string>();
  /** Of all rows: where each text begins and ends among the texts. */
  #spans: number[] = [];
  readonly #last: readonly LastText[];
  #texts = new Uint8Array(1024);
  #textsEnd = 0;
  /** How many bytes the texts of all rows take. */
  #textBytes = 0;
  #numberTexts = new Uint8Array(0);
  #rows = new Uint8Array(0);

  constructor(columns: readonly TabColumn<Row>[]) {
    this.#columns = columns;
    this.#last = columns.map(() => ({ value: null, start: 0, end: 0 }));
  }

  add(row: Row): void {
    this.length++;
    for (let i = 0; i < this.#columns.length; i++) {
      const column = this.#columns[i] as TabColumn<Row>;
      const value = column.value(row) ?? null;
      if (column.isNumber) this.#addNumber(value as number | null);
      else this.#addText(i, value as string | null);
    }
  }

  /** The rows that were added, each with its line end; valid until it is called again. */
  take(): Uint8Array {
    const numbers = this.#encodeNumbers();
    const texts = this.#texts;
    const columns = this.#columns;
    const most = numbers.length + this.#textBytes + this.length * columns.length;
    if (this.#rows.length < most) this.#rows = new Uint8Array(2 * most);
    const rows = this.#rows;
    let [at, from, number, span] = [0, 1, 0, 0];
    for (let row = 0; row < this.length; row++) {
      for (let i = 0; i < columns.length; i++) {
        if (columns[i]?.isNumber) {
          const odd = this.#odd.size === 0 ? undefined : this.#odd.get(number);
          number++;
          if (odd === undefined) {
            for (;;) {
              const byte = numbers[from++] as number;
              if (byte === COMMA || byte === CLOSE) break;
              rows[at++] = byte;
            }
          } else {
            // What stands in its place is one digit.
            from += 2;
            at += encoder.encodeInto(odd, rows.subarray(at)).written;
          }
        } else {
          const end = this.#spans[span + 1] as number;
          for (let k = this.#spans[span] as number; k < end; k++) rows[at++] = texts[k] as number;
          span += 2;
        }
        rows[at++] = TAB;
      }
      rows[at - 1] = NEWLINE;
    }
    this.#clear();
    return rows.subarray(0, at);
  }

  #addNumber(value: number | null): void {
    const isPlain = value !== null && Number.isFinite(value) && !Object.is(value, -0);
    if (!isPlain) this.#odd.set(this.#numbers.length, numberText(value));
    this.#numbers.push(isPlain ? value : 0);
  }

  /** Neighbours often have the same. */
  #addText(column: number, value: string | null): void {
    const last = this.#last[column] as LastText;
    if (value !== last.value || last.end === 0) {
      last.value = value;
      last.start = this.#textsEnd;
      this.#encodeText(cellText(value ?? ''));
      last.end = this.#textsEnd;
    }
    this.#spans.push(last.start, last.end);
    this.#textBytes += last.end - last.start;
  }

  #encodeText(cell: string): void {
    const needed = this.#textsEnd + 3 * cell.length;
    if (needed > this.#texts.length) {
      const larger = new Uint8Array(2 * needed);
      larger.set(this.#texts.subarray(0, this.#textsEnd));
      this.#texts = larger;
    }
    this.#textsEnd += encoder.encodeInto(cell, this.#texts.subarray(this.#textsEnd)).written;
  }

  #encodeNumbers(): Uint8Array {
    const most = LONGEST_NUMBER * this.#numbers.length + 2;
    if (this.#numberTexts.length < most) this.#numberTexts = new Uint8Array(most);
    encoder.encodeInto(JSON.stringify(this.#numbers), this.#numberTexts);
    return this.#numberTexts;
  }

  #clear(): void {
    this.length = 0;
    this.#numbers = [];
    this.#odd.clear();
    this.#spans = [];
    this.#textsEnd = 0;
    this.#textBytes = 0;
    for (const last of this.#last) last.end = 0;
  }
}

const encoder = /* @__PURE__ */ new TextEncoder();
