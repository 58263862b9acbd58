import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { nodeFs } from '../../platform/node-fs.ts';
import { readJsonValues } from '../json-values.ts';
import { getOwn } from '../record.ts';
import { decodeUtf8 } from '../utf8.ts';
import { VERSION_FIELD } from './line-fields.ts';

const NEWLINE = 10;
const PIECE = 1 << 16;
/** Of the first line so much is looked at. */
const HEAD = 4096;

type FileHandle = Pick<Awaited<ReturnType<ReturnType<typeof nodeFs>['open']>>, 'read' | 'stat'>;

/** Where the whole lines of a file end. */
export interface FileEnd {
  whole: number;
  /** Bytes after them, of a line that is torn. */
  readonly cut: number;
  /** The last line is whole, but for its line end. */
  readonly lacksLineEnd: boolean;
}

/**
 * Looks for the end of the last whole line.
 *
 * @throws UpperhandError `rollout-file` for a file whose first line is not of this package
 */
export async function findEnd(file: FileHandle, path: string): Promise<FileEnd> {
  const { size } = await file.stat();
  const lineEnd = await lastLineEnd(file, size);
  const tail = await readBytes(file, lineEnd, size);
  if (size > 0) await checkFirstLine(file, path, lineEnd, size);
  if (tail.length === 0) return { whole: size, cut: 0, lacksLineEnd: false };
  if (isOurs(tail)) return { whole: size, cut: 0, lacksLineEnd: true };
  return { whole: lineEnd, cut: tail.length, lacksLineEnd: false };
}

/** How many bytes there are up to the last line end, which is one of them. */
async function lastLineEnd(file: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - PIECE);
    const at = (await readBytes(file, start, end)).lastIndexOf(NEWLINE);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}

/** A torn first line has nothing but its beginning. */
async function checkFirstLine(
  file: FileHandle,
  path: string,
  lineEnd: number,
  size: number,
): Promise<void> {
  const head = await readBytes(file, 0, Math.min(size, HEAD));
  const begin = `{"${VERSION_FIELD}":`;
  const { text } = decodeUtf8(head);
  const isOwn = text.startsWith(begin) || (lineEnd === 0 && begin.startsWith(text));
  if (isOwn) return;
  throw new UpperhandError(
    'rollout-file',
    `${path} holds no lines of this package, which begin with ${begin}; it is left as it is`,
  );
}

function isOurs(line: Uint8Array): boolean {
  const { text, invalidAt } = decodeUtf8(line);
  const { values, rest } = readJsonValues(text);
  return invalidAt < 0 && rest === '' && getOwn(values[0], VERSION_FIELD) !== undefined;
}

async function readBytes(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at);
    if (bytesRead === 0) return bytes.subarray(0, at);
    at += bytesRead;
  }
  return bytes;
}
