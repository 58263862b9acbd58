import { readCsvCells } from './csv.ts';
import type { RolloutRecord } from './format.ts';
import { readExactJsonValues, readJsonValues } from './json-values.ts';
import { Refusal } from './problem.ts';

/** A record as it was cut out of the source, before any format looked at it. */
export type RawRecord = RolloutRecord | Refusal;

/** What the bytes of one line were. */
export interface RawLine {
  readonly text: string;
  /** Whether a line end followed. */
  readonly terminated: boolean;
}

/** All records on a JSON line, in order. */
export function readJsonLine({ text, terminated }: RawLine): RawRecord[] {
  const { values, rest, torn } = readJsonValues(text);
  const records = values.map(toRecord);
  if (rest !== '') records.push(describeRest(rest, torn && !terminated));
  return records;
}

/** The same records with their large integers as text. */
export function readExactJsonLine(text: string): unknown[] {
  return readExactJsonValues(text);
}

function toRecord(value: unknown): RawRecord {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as RolloutRecord;
  }
  const what = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
  return new Refusal('malformed-json', `expected a JSON object, got ${what}`);
}

function describeRest(rest: string, cutOff: boolean): Refusal {
  const shown = excerpt(rest);
  if (/^<[^<>]*>$/.test(rest.trim())) {
    return new Refusal('placeholder', `a placeholder stands here instead of a rollout: ${shown}`);
  }
  if (cutOff) {
    return new Refusal('torn-record', `the file ends in the middle of a record: ${shown}`);
  }
  const hint = /^[[{]\s*$/.test(rest)
    ? '; is this one JSON document over several lines? Write one object a line (`jq -c`)'
    : '';
  return new Refusal('malformed-json', `not valid JSON: ${shown}${hint}`);
}

function excerpt(text: string): string {
  const quoted = JSON.stringify(text.slice(0, 60));
  return text.length > 60 ? `${quoted}… (${text.length} characters)` : quoted;
}

/** Reads CSV lines: the first one names the columns. */
export class CsvRecords {
  readonly header: readonly string[];

  constructor(header: readonly string[]) {
    this.header = header;
  }

  /** The header as a record with nothing in it, for formats to recognise. */
  get shape(): RolloutRecord {
    return this.#record(this.header.map(() => ''));
  }

  read(text: string, unclosed: boolean): RawRecord {
    if (unclosed) {
      return new Refusal('torn-record', 'the file ends inside a quoted cell that begins here');
    }
    const cells = readCsvCells(text);
    if ('wrong' in cells) return new Refusal('malformed-csv', cells.wrong);
    if (cells.length !== this.header.length) {
      return new Refusal(
        'malformed-csv',
        `expected ${this.header.length} cells as in the header, got ${cells.length}`,
      );
    }
    return this.#record(cells);
  }

  /** Without a prototype, so that a column may be called `__proto__`. */
  #record(cells: readonly string[]): RolloutRecord {
    const record = Object.create(null) as Record<string, unknown>;
    this.header.forEach((name, i) => {
      record[name] = cells[i] === '' ? null : cells[i];
    });
    return record;
  }
}
