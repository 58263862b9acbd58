import { LONGEST_NUMBER, NumberBytes } from './number-bytes.ts';
import { cellText } from './printable.ts';

const [TAB, NEWLINE] = [0x09, 0x0a] as const;

/** A column of numbers, aligned with the rows. */
export interface NumberCells {
  readonly numbers: Float64Array;
  /** 1 where there is none, whatever stands there; null: all are there. */
  readonly missing: Uint8Array | null;
}

/** A column of texts. */
export interface TextCells {
  /** Aligned with the rows. The same is the same text, also in the rows that come after. */
  readonly keys: Uint32Array;
  text(key: number): string;
}

export type Cells = NumberCells | TextCells;

/** Of all columns of texts that stand together and have the same keys; or one of numbers. */
interface Part {
  readonly numbers: Float64Array | null;
  readonly missing: Uint8Array | null;
  readonly keys: Uint32Array | null;
  readonly texts: TextCells['text'][];
  /** The bytes of the row before: neighbours often have the same. */
  key: number;
  bytes: Uint8Array;
  length: number;
}

/** Rows of a tab-separated table as bytes, many together and column by column: a text of each leaves much to forget. */
export class TabRows {
  readonly #numbers = new NumberBytes();
  #rows = new Uint8Array(1 << 16);

  /** The first rows of some columns, each with its line end; valid until it is called again. */
  encode(length: number, columns: readonly Cells[]): Uint8Array {
    const parts = partsOf(columns);
    addNumbers(this.#numbers, parts, length);
    let at = 0;
    for (let row = 0; row < length; row++) at = this.#write(row, parts, at);
    return this.#rows.subarray(0, at);
  }

  #write(row: number, parts: readonly Part[], start: number): number {
    let rows = this.#rows;
    let at = start;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] as Part;
      if (part.keys !== null) {
        const key = part.keys[row] as number;
        if (key !== part.key) setText(part, key);
        const { bytes, length } = part;
        if (at + length >= rows.length) rows = this.#grow(at + length);
        for (let k = 0; k < length; k++) rows[at++] = bytes[k] as number;
      } else {
        if (at + LONGEST_NUMBER >= rows.length) rows = this.#grow(at + LONGEST_NUMBER);
        if (part.missing?.[row] !== 1)
          at = this.#numbers.write(part.numbers?.[row] as number, rows, at);
      }
      rows[at++] = TAB;
    }
    rows[at - 1] = NEWLINE;
    return at;
  }

  #grow(least: number): Uint8Array<ArrayBuffer> {
    const larger = new Uint8Array(2 * least);
    larger.set(this.#rows);
    this.#rows = larger;
    return larger;
  }
}

function partsOf(columns: readonly Cells[]): Part[] {
  const parts: Part[] = [];
  for (const cells of columns) {
    const last = parts.at(-1);
    if (!('keys' in cells)) {
      const { numbers, missing } = cells;
      parts.push({ numbers, missing, keys: null, texts: [], key: -1, bytes: nothing, length: 0 });
    } else if (last?.keys === cells.keys) last.texts.push(cells.text);
    else {
      const { keys, text } = cells;
      parts.push({
        numbers: null,
        missing: null,
        keys,
        texts: [text],
        key: -1,
        bytes: nothing,
        length: 0,
      });
    }
  }
  return parts;
}

function addNumbers(numbers: NumberBytes, parts: readonly Part[], length: number): void {
  const columns = parts.filter(({ numbers }) => numbers !== null);
  for (let row = 0; row < length; row++) {
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i] as Part;
      if (column.missing?.[row] !== 1) numbers.add(column.numbers?.[row] as number);
    }
  }
  numbers.seal();
}

function setText(part: Part, key: number): void {
  part.key = key;
  const text = part.texts.map((one) => cellText(one(key))).join('\t');
  if (part.bytes.length < 3 * text.length) part.bytes = new Uint8Array(6 * text.length);
  part.length = encoder.encodeInto(text, part.bytes).written;
}

const nothing = new Uint8Array();
const encoder = /* @__PURE__ */ new TextEncoder();
