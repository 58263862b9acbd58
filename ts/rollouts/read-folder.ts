import { messageOf } from '../errors/message-of.ts';
import { readFileChunks } from '../platform/read-file-chunks.ts';
import { type WalkedFile, walkFolder } from '../platform/walk-folder.ts';
import { readJsonValues } from './json-values.ts';
import type { Found, ReadingContext } from './reading-context.ts';
import { passedOver, sideFileOf } from './side-file-names.ts';
import { type OpenSource, readErrorText } from './source.ts';
import { SourceReport } from './source-report.ts';
import { decodeUtf8 } from './utf8.ts';

/** Larger side files are not looked at. */
const MAX_SIDE_BYTES = 1 << 24;

/** Rows of all files in a folder and the folders in it, each a source of its own. */
export async function* readFolder(
  { name, path }: { readonly name: string; readonly path: string },
  shared: ReadingContext,
  readOne: (source: OpenSource, shared: ReadingContext) => AsyncIterable<Iterable<Found>>,
): AsyncGenerator<Iterable<Found>> {
  const report = new SourceReport(name, shared);
  let read = 0;
  for await (const file of untilFailure(walkFolder(path), report)) {
    const reason = passedOver(file.name, file.beside);
    if (reason === undefined) {
      read++;
      const open = (): AsyncIterable<Uint8Array> => readFileChunks(file.path);
      yield* readOne({ name: file.path, path: file.path, open }, shared);
      continue;
    }
    shared.counts.sideFiles++;
    const place = file.path.slice(path.length).replace(/^[/\\]/, '');
    report.noteFile('side-file', `${place} is passed over: ${reason}`);
    const wrong = await checkSideFile(file);
    if (wrong !== undefined) report.noteFile('side-file', `${place}: ${wrong}`);
  }
  if (read > 0 || report.finished) return;
  shared.counts.files++;
  report.refuse('unreadable', 'is a folder without rollout files');
}

async function* untilFailure(
  files: AsyncIterable<WalkedFile>,
  report: SourceReport,
): AsyncGenerator<WalkedFile> {
  const iterator = files[Symbol.asyncIterator]();
  for (;;) {
    let next: IteratorResult<WalkedFile>;
    try {
      next = await iterator.next();
    } catch (error) {
      report.refuse('unreadable', readErrorText(error), error);
      return;
    }
    if (next.done) return;
    yield next.value;
  }
}

/** What a side file says that is wrong with the files beside it. */
async function checkSideFile({ path, name, beside }: WalkedFile): Promise<string | undefined> {
  const side = sideFileOf(name, beside);
  if (!side?.check) return undefined;
  try {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of readFileChunks(path)) {
      length += piece.length;
      if (length > MAX_SIDE_BYTES) return undefined;
      pieces.push(piece.slice());
    }
    const text = pieces.map((piece) => decodeUtf8(piece).text).join('');
    return side.check(readJsonValues(text).values[0], beside);
  } catch (error) {
    return `could not be looked at: ${messageOf(error)}`;
  }
}
