import { readCsvCells } from './csv.ts';
import { Refusal } from './problem.ts';
import type { RolloutRecord } from './record.ts';

/** Reads CSV records by the names in the file's header. */
export class CsvRecords {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    this.names = names;
  }

  /** The header as a record with nothing in it, for formats to recognise. */
  get shape(): RolloutRecord {
    return new CsvRecord(this.names, []);
  }

  /** @param unclosed - whether the file ended inside quotes */
  read(text: string, unclosed: boolean): RolloutRecord | Refusal {
    if (unclosed) {
      const lines = text.trimEnd().split('\n').length;
      return new Refusal(
        'torn-record',
        `a quoted cell of the record that begins here is never closed${lines > 1 ? `; the ${lines} lines up to the end of the file are in it` : ''}`,
      );
    }
    const cells = readCsvCells(text);
    if ('wrong' in cells) return new Refusal('malformed-csv', cells.wrong);
    if (cells.length === this.names.length) return new CsvRecord(this.names, cells);
    return new Refusal(
      'malformed-csv',
      `expected ${this.names.length} cells as in the header, got ${cells.length}`,
    );
  }
}

/** Cells are text; an empty one is null. */
class CsvRecord implements RolloutRecord {
  readonly names: readonly string[];
  readonly #cells: readonly string[];

  constructor(names: readonly string[], cells: readonly string[]) {
    this.names = names;
    this.#cells = cells;
  }

  has(name: string): boolean {
    return this.names.includes(name);
  }

  get(name: string): unknown {
    const at = this.names.indexOf(name);
    return at < 0 ? undefined : this.#cells[at] || null;
  }

  exact(name: string): unknown {
    return this.get(name);
  }
}
