import { messageOf } from '../errors/message-of.ts';
import { nodeModule } from '../platform/node-module.ts';
import { readFileChunks } from '../platform/read-file-chunks.ts';
import { type ClosedFolder, type WalkedFile, walkFolder } from '../platform/walk-folder.ts';
import { readJsonValues } from './json-values.ts';
import { membersOf } from './members.ts';
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
  const members = membersOf(report, shared);
  let read = 0;
  for await (const found of walkFolder(path)) {
    if ('error' in found) {
      read++;
      refuseFolder(found, found.path === path ? name : found.path, shared);
      continue;
    }
    const reason = found.isPlain ? passedOver(found.name, found.beside) : 'a pipe or a device';
    if (reason === undefined) {
      read++;
      const open = (): AsyncIterable<Uint8Array> => readFileChunks(found.path);
      yield* readOne({ name: found.path, path: found.path, open }, members.shared);
      continue;
    }
    shared.counts.sideFiles++;
    const place = nodeModule('node:path')?.relative(path, found.path) ?? found.path;
    report.noteFile('side-file', `${place} is passed over: ${reason}`);
    const wrong = await checkSideFile(found);
    if (wrong !== undefined) report.noteFile('side-file', `${place}: ${wrong}`);
  }
  if (read === 0) {
    shared.counts.files++;
    report.refuse('unreadable', 'is a folder without rollout files');
  }
  members.end();
}

function refuseFolder({ error }: ClosedFolder, name: string, shared: ReadingContext): void {
  shared.counts.files++;
  new SourceReport(name, shared).refuse('unreadable', readErrorText(error), error);
}

/** What a side file says that is wrong with the files beside it. */
async function checkSideFile({
  path,
  name,
  beside,
  isPlain,
}: WalkedFile): Promise<string | undefined> {
  const side = isPlain ? sideFileOf(name, beside) : undefined;
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
