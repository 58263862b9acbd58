import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { ByteRecord } from './byte-record.ts';
import type { RolloutCounts } from './counts.ts';
import { readCsvCells } from './csv.ts';
import { CsvRecords } from './csv-records.ts';
import { refuseRecord } from './fields.ts';
import type { RolloutFormat, RowFields } from './format.ts';
import type { IdentityChecks } from './identity-checks.ts';
import { readJsonLine } from './json-line.ts';
import { type ProblemKind, Refusal, type RolloutProblem } from './problem.ts';
import { describeSigns, guessContainer, recognise } from './recognise.ts';
import type { RolloutRecord } from './record.ts';
import { RecordSplitter } from './record-splitter.ts';
import type { RolloutRow } from './row.ts';
import { sniffForeign } from './sniff.ts';
import { decodeUtf8, firstInvalid } from './utf8.ts';

/** A file shows what it is within this many bytes, or by its first line. */
const HEAD_BYTES = 1 << 16;
/** Longer records are read in their bytes: see ByteRecord. */
const LONG_BYTES = 1 << 20;
const NEWLINE = 10;

/** What the sources of one reader share. */
export interface ReadingContext {
  readonly counts: RolloutCounts;
  readonly identity: IdentityChecks;
  readonly separateSources: boolean;
  readonly onProblem: (problem: RolloutProblem) => void;
  /** False: a source that cannot be read throws. */
  readonly skipUnreadableSources: boolean;
  readonly maxRecordBytes: number;
  /** Null: found out from the source itself. */
  readonly format: RolloutFormat | null;
}

/** Reads one source, piece by piece. */
export class SourceReading {
  /** Nothing more is to be had from this source. */
  finished = false;
  readonly #name: string;
  readonly #shared: ReadingContext;
  #format: RolloutFormat | null;
  #head: Uint8Array | null = new Uint8Array(0);
  #splitter: RecordSplitter;
  #container: 'jsonl' | 'csv' = 'jsonl';
  #csv: CsvRecords | null = null;
  #recordsSeen = 0;
  #rowsSeen = 0;
  /** Where the first skipped record stands, and why it was. */
  #firstSkipped = '';
  #saidGroupedByInput = false;

  constructor(name: string, shared: ReadingContext) {
    this.#name = name;
    this.#shared = shared;
    this.#format = shared.format;
    this.#splitter = new RecordSplitter({ maxBytes: shared.maxRecordBytes });
  }

  /** Rows of the records that end in this piece. The rows of a record are used before the next is read. */
  *push(chunk: Uint8Array): Generator<RolloutRow> {
    let bytes = chunk;
    if (this.#head) {
      const head = concat(this.#head, chunk);
      this.#head = head;
      if (head.length < HEAD_BYTES && !head.includes(NEWLINE)) return;
      bytes = this.#begin(head);
    }
    for (const record of this.#splitter.push(bytes)) yield* this.#readLine(record);
  }

  /** Rows of what the source ends with. */
  *end(): Generator<RolloutRow> {
    if (this.#head) {
      // First of all: it chooses the splitter.
      const bytes = this.#begin(this.#head);
      for (const record of this.#splitter.push(bytes)) yield* this.#readLine(record);
    }
    for (const record of this.#splitter.end()) yield* this.#readLine(record);
    if (this.finished) return;
    if (this.#recordsSeen === 0) this.refuse('empty-file', 'holds no records');
    else if (this.#rowsSeen === 0 && !this.#shared.skipUnreadableSources) {
      const all =
        this.#recordsSeen === 1 ? 'its one record' : `all of its ${this.#recordsSeen} records`;
      throw this.#error(`${all} had to be skipped; ${this.#firstSkipped}`);
    }
  }

  /**
   * Nothing more is read from the source, for a reason that concerns it as a whole.
   *
   * @throws UpperhandError `rollout-file` unless unreadable sources are skipped
   */
  refuse(kind: ProblemKind, message: string, cause?: unknown): void {
    this.finished = true;
    this.#shared.counts.refusedFiles++;
    this.#count(kind);
    if (!this.#shared.skipUnreadableSources) throw this.#error(message, cause);
    const problem = { line: null, offset: 0, kind, message, skipped: true };
    this.#shared.onProblem({ source: this.#name, ...problem });
  }

  #error(message: string, cause?: unknown): UpperhandError {
    const options = cause === undefined ? undefined : { cause };
    return new UpperhandError('rollout-file', `${this.#name}: ${message}`, options);
  }

  /** Decides what the source is by its first bytes; returns those that are still to be read. */
  #begin(head: Uint8Array): Uint8Array {
    this.#head = null;
    const foreign = sniffForeign(head);
    if (foreign) {
      this.refuse(foreign.kind, foreign.message);
      return new Uint8Array(0);
    }
    this.#container = this.#format?.container ?? guessContainer(this.#name, head);
    if (this.#container === 'csv') {
      this.#splitter = new RecordSplitter({ maxBytes: this.#shared.maxRecordBytes, quoted: true });
    }
    return head;
  }

  #readLine(bytes: Uint8Array): readonly RolloutRow[] {
    if (this.finished) return [];
    if (this.#splitter.tooLong) {
      const message = `the record is longer than ${this.#shared.maxRecordBytes} bytes`;
      return this.#readRecords([new Refusal('line-too-long', message)], false);
    }
    const long = this.#readLong(bytes);
    if (long) return this.#readRecords([long], false);
    const { text, invalidAt } = decodeUtf8(bytes);
    const records = this.#cut(text);
    if (records === null) return [];
    if (records.length === 0) this.#shared.counts.blank++;
    if (invalidAt >= 0) this.#noteInvalid(this.#splitter.offset + invalidAt);
    return this.#readRecords(records, invalidAt >= 0);
  }

  /** A record that is long and has no fault; whatever has one takes the usual way, which can tell what it is. */
  #readLong(bytes: Uint8Array): RolloutRecord | null {
    if (bytes.length < LONG_BYTES || this.#container !== 'jsonl') return null;
    return firstInvalid(bytes) < 0 ? ByteRecord.scan(bytes) : null;
  }

  /** The records of a line; null for a CSV header. */
  #cut(text: string): (RolloutRecord | Refusal)[] | null {
    const { terminated, unclosed } = this.#splitter;
    if (this.#container === 'jsonl') {
      const records = readJsonLine(text, terminated);
      if (records.filter((record) => !(record instanceof Refusal)).length > 1) {
        this.#note('glued-records', `${records.length} records share this line; each is read`);
      }
      return records;
    }
    if (text.trim() === '') return [];
    // A file that was cut off between \r and \n ends with half a line end.
    const record = terminated ? text : text.replace(/\r$/, '');
    if (this.#csv) return [this.#csv.read(record, unclosed)];
    this.#readHeader(record);
    return null;
  }

  #readHeader(text: string): void {
    if (/^\s*(\{\s*"|\[)/.test(text)) {
      this.refuse(
        'malformed-csv',
        'holds JSON, not CSV; name it .jsonl, or give its format: jsonl or nemo-gym',
      );
      return;
    }
    const cells = readCsvCells(text);
    if ('wrong' in cells) {
      this.refuse('malformed-csv', `its header is wrong: ${cells.wrong}`);
      return;
    }
    const names = cells.map((cell) => cell.trim());
    this.#csv = new CsvRecords(names);
    this.#format ??= recognise(this.#csv.shape, 'csv');
    const twice = firstRepeated(names);
    if (twice !== undefined) {
      this.refuse('malformed-csv', `its header names the column ${show(twice)} twice`);
    } else if (names.some((name) => /\r[^\n]/.test(name))) {
      this.refuse('malformed-csv', 'its lines end with \\r alone; write \\n or \\r\\n');
    } else if (!this.#format) {
      const hint = /^[^,]*[;\t]/.test(text) ? '; cells are separated by commas' : '';
      this.refuse(
        'unknown-format',
        `its first line must name the columns task_id (or group_id) and reward, got ${list(names)}${hint}`,
      );
    }
  }

  #readRecords(records: readonly (RolloutRecord | Refusal)[], damaged: boolean): RolloutRow[] {
    const rows: RolloutRow[] = [];
    const { counts } = this.#shared;
    for (const record of records) {
      counts.records++;
      this.#recordsSeen++;
      try {
        rows.push(this.#toRow(record, damaged));
        counts.rollouts++;
        this.#rowsSeen++;
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        counts.skipped++;
        const { line, offset } = this.#splitter;
        const { kind, message } = refusal;
        this.#firstSkipped ||= `line ${line}: ${kind}: ${message}`;
        this.#report({ line, offset, kind, message, skipped: true });
      }
    }
    return rows;
  }

  #toRow(record: RolloutRecord | Refusal, damaged: boolean): RolloutRow {
    if (record instanceof Refusal) throw record;
    const format = this.#formatOf(record);
    if (!format) {
      return refuseRecord(
        'unknown-format',
        `no known rollout format has these fields: ${list(record.names)}; wanted are ${describeSigns()}`,
      );
    }
    const side = format.describeSideRecord?.(record);
    if (side !== undefined) return refuseRecord('not-a-rollout', side);
    const fields = format.read(record);
    if (damaged && /\ufffd/.test(fields.group + fields.role + (fields.rolloutIndex ?? ''))) {
      return refuseRecord(
        'invalid-group',
        'its group, role or index holds bytes that are no UTF-8',
      );
    }
    this.#noteFields(fields);
    const { line, offset } = this.#splitter;
    const { group, role, reward, rolloutIndex } = fields;
    const row = { source: this.#name, line, offset, group, role, reward, rolloutIndex };
    return this.#shared.separateSources ? { ...row, set: this.#name } : row;
  }

  /** What a record is. One that shows no format of its own is taken for what those before it are. */
  #formatOf(record: RolloutRecord): RolloutFormat | null {
    if (this.#shared.format || this.#container === 'csv') return this.#format;
    const before = this.#format;
    const format = recognise(record, this.#container) ?? before;
    this.#format = format;
    if (format && before && format !== before) {
      this.#note(
        'mixed-formats',
        `is read as ${format.name} from here on, after ${before.name}; groups of both that have the same name are one`,
      );
    }
    return format;
  }

  #noteFields(fields: RowFields): void {
    if (fields.reward === null) {
      this.#shared.counts.missingRewards++;
      this.#note('missing-reward', 'has no reward, which is not 0; it gets no advantage');
    } else if (!Number.isFinite(fields.reward)) {
      this.#note('non-finite-reward', `reward is ${fields.reward}; it is kept as it is`);
    }
    if (fields.oddIndex !== undefined) this.#note('odd-index', fields.oddIndex);
    if (fields.groupedByInput && !this.#saidGroupedByInput) {
      this.#saidGroupedByInput = true;
      this.#note(
        'grouped-by-input',
        'has no id of its task; from here on such rollouts are grouped by equal input',
      );
    }
    const place = { source: this.#name, line: this.#splitter.line };
    for (const { kind, message } of this.#shared.identity.look(fields, place)) {
      this.#note(kind, message);
    }
  }

  #noteInvalid(offset: number): void {
    this.#report({
      line: this.#splitter.line,
      offset,
      kind: 'invalid-utf8',
      message: `byte ${offset} of the file is no UTF-8; it is read as U+FFFD`,
      skipped: false,
    });
  }

  #note(kind: ProblemKind, message: string): void {
    const { line, offset } = this.#splitter;
    this.#report({ line, offset, kind, message, skipped: false });
  }

  #count(kind: ProblemKind): void {
    const { problems } = this.#shared.counts;
    problems[kind] = (problems[kind] ?? 0) + 1;
  }

  #report(problem: Omit<RolloutProblem, 'source'>): void {
    this.#count(problem.kind);
    this.#shared.onProblem({ source: this.#name, ...problem });
  }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Columns without a name, which spreadsheets leave at the end, may be many: nothing asks for them. */
function firstRepeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => name !== '' && seen.size === seen.add(name).size);
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 12).map(show).join(', ') || 'none';
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
}
