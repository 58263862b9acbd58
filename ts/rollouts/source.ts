import { UpperhandError } from '../errors/upperhand-error.ts';

/** Bytes in pieces. A piece is used up before the next one is asked for, so its memory may be used again. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array> | ReadableStream<Uint8Array>;

/** A path (Node, Deno, Bun), or bytes under a name: a web stream, an async iterable, `[bytes]`. */
export type RolloutSource = string | { readonly name: string; readonly chunks: Chunks };

export interface OpenedSource {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Makes one kind of source of them all. Nothing is opened before the first piece is asked for. */
export function openSource(source: RolloutSource): OpenedSource {
  if (typeof source === 'string') return { name: source, chunks: readPath(source) };
  const { name, chunks } = source;
  return { name, chunks: 'getReader' in chunks ? readStream(chunks) : chunks };
}

async function* readPath(path: string): AsyncGenerator<Uint8Array> {
  // Loaded here, so that a browser that passes streams never asks for Node's modules.
  const { readFileChunks } = await import('./node-file.ts');
  yield* readFileChunks(path);
}

/** Not every browser can iterate a stream. */
async function* readStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let finished = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      finished = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!finished) await reader.cancel();
    reader.releaseLock();
  }
}

/** What went wrong with a file, in a few words and without a stack. */
export function readErrorText(error: unknown): string {
  if (error instanceof UpperhandError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return known[code] ?? `reading failed: ${error instanceof Error ? error.message : String(error)}`;
}

const known: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  EISDIR: 'is a folder; give the files in it',
  ENOTDIR: 'a part of its path is no folder',
};
