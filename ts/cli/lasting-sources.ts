import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../errors/message-of.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import type { RolloutSource } from '../rollouts/source.ts';
import { toSources } from './file-sources.ts';
import type { Io } from './io.ts';

const PIECE_BYTES = 1 << 19;

/**
 * Files as a reader takes them that reads them several times: standard input is kept in a file for as long as `use` takes.
 *
 * @throws UpperhandError `rollout-file` where it cannot be kept; what `use` throws
 */
export async function withLastingSources<T>(
  files: readonly string[],
  io: Io,
  use: (sources: RolloutSource[]) => Promise<T>,
): Promise<T> {
  const sources = toSources(files, io);
  const stdin = files.indexOf('-');
  if (stdin < 0) return use(sources);
  const folder = await mkdtemp(join(tmpdir(), 'upperhand-stdin-')).catch(cannotKeep);
  let file: FileHandle | undefined;
  try {
    file = await open(join(folder, 'stdin'), 'wx+', 0o600).catch(cannotKeep);
    // An open file needs no name where the system allows that, so that nothing is left of it whatever ends the process.
    await rm(folder, { recursive: true }).catch(() => {});
    for await (const piece of io.stdin) await file.writeFile(piece).catch(cannotKeep);
    const kept = file;
    sources[stdin] = { name: '<stdin>', chunks: () => piecesOf(kept) };
    return await use(sources);
  } finally {
    await file?.close();
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

async function* piecesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const bytes = new Uint8Array(PIECE_BYTES);
    const { bytesRead } = await file.read(bytes, 0, PIECE_BYTES, at);
    if (bytesRead === 0) return;
    yield bytes.subarray(0, bytesRead);
    at += bytesRead;
  }
}

function cannotKeep(error: unknown): never {
  throw new UpperhandError(
    'rollout-file',
    `standard input is read several times, and cannot be kept in ${tmpdir()}: ${messageOf(error)}`,
  );
}
