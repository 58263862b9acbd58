import { show } from '../../errors/show.ts';
import { readCsvCells } from '../csv.ts';
import { CsvRecords } from '../csv-records.ts';
import { listNames } from '../list-names.ts';
import type { Found } from '../reading-context.ts';
import { recognise } from '../recognise.ts';
import type { RecordReader } from '../record-reader.ts';
import { RecordSplitter } from '../record-splitter.ts';
import { decodeUtf8 } from '../utf8.ts';
import { noteInvalidUtf8 } from './invalid-utf8.ts';
import { tooLongRefusal } from './line-reader.ts';

/** Rows of CSV, those of each piece of the file together. */
export async function* readCsvLines(
  chunks: AsyncIterable<Uint8Array>,
  reader: RecordReader,
): AsyncGenerator<Iterable<Found>> {
  const maxBytes = reader.shared.maxRecordBytes;
  const splitter = new RecordSplitter({ maxBytes, quoted: true });
  const lines = new CsvReading(splitter, reader);
  for await (const chunk of chunks) yield lines.read(splitter.push(chunk));
  if (!reader.finished) yield lines.read(splitter.end());
}

class CsvReading {
  readonly #splitter: RecordSplitter;
  readonly #reader: RecordReader;
  #records: CsvRecords | null = null;

  constructor(splitter: RecordSplitter, reader: RecordReader) {
    this.#splitter = splitter;
    this.#reader = reader;
  }

  *read(lines: Iterable<Uint8Array>): Generator<Found> {
    for (const bytes of lines) {
      if (this.#reader.finished) return;
      for (const found of this.#readLine(bytes)) yield found;
    }
  }

  #readLine(bytes: Uint8Array): readonly Found[] {
    const reader = this.#reader;
    const { line, offset, terminated, unclosed, tooLong } = this.#splitter;
    const place = { line, offset };
    if (tooLong) return reader.read([tooLongRefusal(reader.shared.maxRecordBytes)], place, false);
    const { text, invalidAt } = decodeUtf8(bytes);
    if (text.trim() === '') {
      reader.shared.counts.blank++;
      return [];
    }
    // A file that was cut off between \r and \n ends with half a line end.
    const record = terminated ? text : text.replace(/\r$/, '');
    if (!this.#records) {
      this.#readHeader(record);
      return [];
    }
    if (invalidAt >= 0) noteInvalidUtf8(reader, line, offset + invalidAt);
    return reader.read([this.#records.read(record, unclosed)], place, invalidAt >= 0);
  }

  #readHeader(text: string): void {
    const { report, file } = this.#reader;
    if (/^\s*(\{\s*"|\[)/.test(text)) {
      report.refuse(
        'malformed-csv',
        'holds JSON, not CSV; name it .jsonl, or give its format: jsonl or nemo-gym',
      );
      return;
    }
    const cells = readCsvCells(text);
    if ('wrong' in cells) {
      report.refuse('malformed-csv', `its header is wrong: ${cells.wrong}`);
      return;
    }
    const names = cells.map((cell) => cell.trim());
    this.#records = new CsvRecords(names);
    this.#reader.format ??= recognise(this.#records.shape, 'csv', file);
    const twice = firstRepeated(names);
    if (twice !== undefined) {
      report.refuse('malformed-csv', `its header names the column ${show(twice)} twice`);
    } else if (names.some((name) => /\r[^\n]/.test(name))) {
      report.refuse('malformed-csv', 'its lines end with \\r alone; write \\n or \\r\\n');
    } else if (!this.#reader.format) {
      const hint = /^[^,]*[;\t]/.test(text) ? '; cells are separated by commas' : '';
      report.refuse(
        'unknown-format',
        `its first line must name the columns task_id (or group_id) and ${file.rewardKey ?? 'reward (or what rewardKey, --reward, names)'}, got ${listNames(names)}${hint}`,
      );
    }
  }
}

/** Columns without a name, which spreadsheets leave at the end, may be many: nothing asks for them. */
function firstRepeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => name !== '' && seen.size === seen.add(name).size);
}
