import { readCsvCells } from './csv.ts';
import { CsvRecords } from './csv-records.ts';
import { fileContext } from './file-context.ts';
import type { Container, RolloutFormat } from './format.ts';
import { readJsonValues } from './json-values.ts';
import { recognise } from './recognise.ts';
import { decodeUtf8 } from './utf8.ts';

const NEWLINE = 10;

/**
 * How the records of a file lie in it, by its first bytes; by its name where they leave it open.
 *
 * @param format - what the file was said to be; null when nothing was said
 */
export function guessContainer(
  name: string,
  head: Uint8Array,
  format: RolloutFormat | null,
): Container {
  if (String.fromCharCode(...head.subarray(0, 4)) === 'PAR1') return 'parquet';
  const [only, ...others] = format?.containers ?? [];
  if (only && others.length === 0 && only !== 'jsonl' && only !== 'json') return only;
  const file = fileContext(name);
  const isJson = format !== null && !mayBe(format, 'csv') && !mayBe(format, 'yaml');
  if (/\.[ct]sv$/i.test(file.base) && !isJson) return 'csv';
  if (/\.ya?ml$/i.test(file.base) && !isJson) return 'yaml';
  const end = head.indexOf(NEWLINE);
  const { text } = decodeUtf8(end < 0 ? head : head.subarray(0, end));
  const line = text.trim();
  const next = end < 0 ? null : decodeUtf8(head.subarray(end + 1)).text.trimStart();
  const isNamedLines = /\.(jsonl|ndjson)$/i.test(file.base);
  if (isDocument(line, next, isNamedLines)) return 'json';
  if (isJson || isNamedLines || /\.json$/i.test(file.base)) return 'jsonl';
  const cells = readCsvCells(line);
  if ('wrong' in cells) return 'jsonl';
  return recognise(new CsvRecords(cells).shape, 'csv', file) ? 'csv' : 'jsonl';
}

function mayBe(format: RolloutFormat, container: Container): boolean {
  return format.containers.includes(container);
}

/**
 * Whether a first line begins a JSON document of several: an array of objects, or an object that breaks off where a pretty-printer
 * breaks lines. A line of JSON lines that was torn breaks off anywhere.
 *
 * @param next - what follows; null where the first line goes on beyond what is looked at, or to the end
 * @param isNamedLines - whether the file's name says that each line is a record
 */
function isDocument(line: string, next: string | null, isNamedLines: boolean): boolean {
  if (/^\[\s*(\{|$)/.test(line)) return true;
  if (next === null || !/^\{(.*[,:[{])?$/s.test(line)) return false;
  if (next.startsWith('{')) {
    // An object stands in an array or behind a name, and nowhere else.
    if (isNamedLines || !/[[:]$/.test(line)) return false;
    // Behind a torn line another one stands, whole; in a document it goes on.
    const [second = '', third = ''] = next.split('\n', 2);
    if (!readJsonValues(second).rest && !/^\s*[\]},]/.test(third)) return false;
  }
  return readJsonValues(line).torn;
}
