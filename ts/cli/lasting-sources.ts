import { type FileHandle, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../errors/message-of.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { readFileChunks } from '../platform/read-file-chunks.ts';
import type { RolloutSource } from '../rollouts/source.ts';
import { toSources } from './file-sources.ts';
import type { Io } from './io.ts';

const PIECE_BYTES = 1 << 19;

/**
 * Files as a reader takes them that reads them several times: standard input and pipes, which `<(command)` makes too, are
 * kept in files for as long as `use` takes.
 *
 * @throws UpperhandError `rollout-file` where they cannot be kept; what `use` throws
 */
export async function withLastingSources<T>(
  files: readonly string[],
  io: Io,
  use: (sources: RolloutSource[]) => Promise<T>,
): Promise<T> {
  const sources = toSources(files, io);
  const kept: Kept[] = [];
  try {
    for (const [i, path] of files.entries()) {
      if (path !== '-' && !(await isPipe(path))) continue;
      const name = path === '-' ? '<stdin>' : path;
      const keeping = await openKept(name);
      kept.push(keeping);
      await keepAll(name, path === '-' ? io.stdin : readFileChunks(path), keeping);
      sources[i] = { name, chunks: () => piecesOf(keeping) };
    }
    return await use(sources);
  } finally {
    for (const { file, folder } of kept) {
      await file.close();
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }
}

interface Kept {
  readonly file: FileHandle;
  readonly folder: string;
  /** Why there is no more of it. */
  failure?: unknown;
}

async function isPipe(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isFIFO() === true || found?.isSocket() === true;
}

async function openKept(name: string): Promise<Kept> {
  const fail = (error: unknown): never => cannotKeep(name, error);
  const folder = await mkdtemp(join(tmpdir(), 'upperhand-stdin-')).catch(fail);
  const file = await open(join(folder, 'stdin'), 'wx+', 0o600).catch(fail);
  // An open file needs no name where the system allows that, so that nothing is left of it whatever ends the process.
  await rm(folder, { recursive: true }).catch(() => {});
  return { file, folder };
}

async function keepAll(name: string, pieces: AsyncIterable<Uint8Array>, to: Kept): Promise<void> {
  try {
    for await (const piece of pieces) {
      await to.file.writeFile(piece).catch((error) => cannotKeep(name, error));
    }
  } catch (error) {
    if (error instanceof UpperhandError) throw error;
    to.failure = error;
  }
}

async function* piecesOf({ file, failure }: Kept): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const bytes = new Uint8Array(PIECE_BYTES);
    const { bytesRead } = await file.read(bytes, 0, PIECE_BYTES, at);
    if (bytesRead === 0) break;
    yield bytes.subarray(0, bytesRead);
    at += bytesRead;
  }
  if (failure !== undefined) throw failure;
}

function cannotKeep(name: string, error: unknown): never {
  const what = name === '<stdin>' ? 'standard input' : name;
  throw new UpperhandError(
    'rollout-file',
    `${what} is read several times, and cannot be kept in ${tmpdir()}: ${messageOf(error)}`,
  );
}
