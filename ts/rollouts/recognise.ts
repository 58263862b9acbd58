import { readCsvCells } from './csv.ts';
import { CsvRecords } from './csv-records.ts';
import type { RolloutFormat } from './format.ts';
import { formats } from './formats/index.ts';
import type { RolloutRecord } from './record.ts';
import { decodeUtf8 } from './utf8.ts';

const NEWLINE = 10;

/** The first format that knows such a record; null when none does. */
export function recognise(record: RolloutRecord, container: 'jsonl' | 'csv'): RolloutFormat | null {
  return formats.find((format) => format.container === container && format.detect(record)) ?? null;
}

/** What a JSON line must have to be known, format by format. */
export function describeSigns(): string {
  return formats
    .filter(({ container, signs }) => container === 'jsonl' && signs !== undefined)
    .map(({ name, signs }) => `${signs} (${name})`)
    .join(', or ');
}

/** CSV by its name or, under any name, by a first line that names the columns of a CSV format. */
export function guessContainer(name: string, head: Uint8Array): 'jsonl' | 'csv' {
  if (/\.[ct]sv$/i.test(name)) return 'csv';
  if (/\.(jsonl|ndjson|json)$/i.test(name)) return 'jsonl';
  const end = head.indexOf(NEWLINE);
  const { text } = decodeUtf8(end < 0 ? head : head.subarray(0, end));
  const cells = readCsvCells(text.trim());
  if ('wrong' in cells) return 'jsonl';
  return recognise(new CsvRecords(cells).shape, 'csv') ? 'csv' : 'jsonl';
}
