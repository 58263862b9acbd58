import { UpperhandError } from '../errors/upperhand-error.ts';
import { nodeModule } from '../platform/node-module.ts';
import { realPathOf } from '../platform/real-path.ts';
import { folderPath } from '../platform/walk-folder.ts';
import { readCsvLines } from './containers/csv-lines.ts';
import { readJsonFile } from './containers/json-document.ts';
import { readJsonLineFile } from './containers/json-line-file.ts';
import { readJsonLines } from './containers/json-lines.ts';
import { readParquetFile } from './containers/parquet-file.ts';
import { readYamlFile } from './containers/yaml-document.ts';
import { guessContainer } from './guess-container.ts';
import { type Peeked, peek } from './peek.ts';
import { tapeModule } from './projection/make-tape.ts';
import { withAccess } from './random-file.ts';
import { readArchive } from './read-archive.ts';
import { readFolder } from './read-folder.ts';
import type { Found, ReadingContext } from './reading-context.ts';
import { RecordReader } from './record-reader.ts';
import { sniffForeign } from './sniff.ts';
import { checkChunk, type OpenSource, readErrorText } from './source.ts';
import { SourceReport } from './source-report.ts';
import { gunzip, type TrailingBytes } from './unpack/gunzip.ts';
import { PackedTooTightly, packingOf } from './unpack/packing.ts';
import { unzstd } from './unpack/unzstd.ts';

/** Packed files in packed files are read so deep. */
const MAX_DEPTH = 4;
/** To start threads takes as long as to read some tens of megabytes. */
const THREADED_BYTES = 1e8;

/** What a source holds: rows of all its files, those of a piece of a file together. */
export async function* readSource(
  source: OpenSource,
  shared: ReadingContext,
  depth = 0,
): AsyncGenerator<Iterable<Found>> {
  const folder = source.path === undefined ? null : await folderPath(source.path);
  if (folder !== null) yield* readFolder({ ...source, path: folder }, shared, readSource);
  else if (!(await wasRead(source, shared))) yield* readFile(source, shared, depth);
}

/** Whether a file was read before, under whatever path: it would count twice. */
async function wasRead({ name, path }: OpenSource, shared: ReadingContext): Promise<boolean> {
  const real = path === undefined ? null : await realPathOf(path);
  if (real === null) return false;
  const before = shared.filesRead.get(real);
  if (before === undefined) {
    shared.filesRead.set(real, name);
    return false;
  }
  shared.counts.sideFiles++;
  const as = before === name ? 'before' : `as ${before}`;
  new SourceReport(name, shared).noteFile('side-file', `is passed over: it was read ${as}`);
  return true;
}

async function* readFile(
  source: OpenSource,
  shared: ReadingContext,
  depth: number,
): AsyncGenerator<Iterable<Found>> {
  const report = new SourceReport(source.name, shared);
  shared.counts.files++;
  let peeked: Peeked | null = null;
  const trailing: TrailingBytes[] = [];
  try {
    let packed = false;
    peeked = await peek(counted(source, shared));
    for (let i = depth; i < MAX_DEPTH; i++) {
      const packing = packingOf(peeked.head);
      if (packing !== 'gzip' && packing !== 'zstd') break;
      packed = true;
      const { chunks } = peeked;
      const note = (bytes: TrailingBytes): void => void trailing.push(bytes);
      peeked = await peek(packing === 'gzip' ? gunzip(chunks, note) : unzstd(chunks));
    }
    const opened = packed ? { name: source.name } : source;
    if (packingOf(peeked.head) === 'zip' && depth < MAX_DEPTH) {
      yield* readArchive(opened, peeked.chunks, report, shared, (member, ofMember) =>
        readFile(member, ofMember, depth + 1),
      );
    } else yield* readRecords(opened, peeked, report, shared);
    // Only now: what is refused gives nothing more, and all before them was sound.
    for (const bytes of trailing) tellTrailing(report, bytes);
  } catch (error) {
    if (!isFailure(error)) throw error;
    refuseUnreadable(report, error, source.path);
  } finally {
    await peeked?.close();
  }
}

async function* readRecords(
  source: Pick<OpenSource, 'name' | 'path'>,
  { head, chunks }: Peeked,
  report: SourceReport,
  shared: ReadingContext,
): AsyncGenerator<Iterable<Found>> {
  const container = guessContainer(source.name, head, shared.format);
  const foreign = container === 'parquet' ? undefined : sniffForeign(head);
  if (foreign) {
    report.refuse(foreign.kind, foreign.message);
    return;
  }
  const reader = new RecordReader(source.name, container, shared, report);
  const large = container === 'jsonl' ? await largeFile(source.path, shared.threads) : null;
  if (large !== null) {
    yield* untilFailure(readJsonLineFile(large, reader, { threads: shared.threads ?? 0 }), report);
    yield reader.end();
    return;
  }
  const safe = untilFailure(chunks, report);
  if (container === 'parquet') {
    const rows = withAccess(source, safe, shared, report, (file) => readParquetFile(file, reader));
    yield* untilFailure(rows, report);
  } else yield* readText[container](safe, reader);
  yield reader.end();
}

const readText = {
  jsonl: readJsonLines,
  json: readJsonFile,
  csv: readCsvLines,
  yaml: readYamlFile,
};

async function* counted(
  source: OpenSource,
  { onBytes }: ReadingContext,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source.open()) {
    checkChunk(source.name, chunk);
    onBytes?.(chunk.length);
    yield chunk;
  }
}

/** Passes pieces on until nothing more is wanted; a failure to get the next one ends the source. */
async function* untilFailure<T>(chunks: AsyncIterable<T>, report: SourceReport): AsyncGenerator<T> {
  try {
    for await (const chunk of chunks) {
      yield chunk;
      if (report.finished) return;
    }
  } catch (error) {
    if (!isFailure(error)) throw error;
    refuseUnreadable(report, error);
  }
}

/** The path of a file that is large enough for threads; null for any other. */
async function largeFile(
  path: string | URL | undefined,
  threads: number | undefined,
): Promise<string | null> {
  if (path === undefined || threads === undefined) return null;
  const found = await nodeModule('node:fs/promises')
    ?.stat(path)
    .catch(() => null);
  if (!found?.isFile() || found.size < THREADED_BYTES || !tapeModule()) return null;
  return typeof path === 'string' ? path : (nodeModule('node:url')?.fileURLToPath(path) ?? null);
}

function refuseUnreadable(report: SourceReport, error: unknown, path?: string | URL): void {
  const kind = error instanceof PackedTooTightly ? 'packed-too-tightly' : 'unreadable';
  report.refuse(kind, readErrorText(error, path), error);
}

function tellTrailing(report: SourceReport, { offset, count, isPadding }: TrailingBytes): void {
  const [bytes, are] = count === 1 ? ['byte', 'is'] : ['bytes', 'are'];
  if (isPadding) {
    const message = `the last ${count} packed ${bytes}, from byte ${offset} on, ${are} 0 and hold nothing`;
    report.noteFile('trailing-bytes', message, offset);
  } else {
    const message = `the last ${count} packed ${bytes}, from byte ${offset} on, ${are} no gzip and left out; all before was unpacked`;
    report.refuse('trailing-bytes', message, undefined, offset);
  }
}

/** Whether an error is about the bytes of a source, and no verdict on it or on its caller. */
function isFailure(error: unknown): boolean {
  return !(error instanceof UpperhandError) || error.code === 'no-file-system';
}
