import { messageOf } from '../errors/message-of.ts';
import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { readFileChunks } from '../platform/read-file-chunks.ts';

/** Bytes in pieces. A piece is used up before the next one is asked for, so its memory may be used again. */
export type Chunks =
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>
  | ReadableStream<Uint8Array>
  | Uint8Array;

/**
 * A path or a `file:` URL of a file or a folder (Node, Deno, Bun), bytes, or bytes under a name: a web stream, an async
 * iterable, `[bytes]`, or a function that gives one of these whenever they are read. The name tells formats what a path
 * would: step and split.
 * Paths, URLs, functions and bytes that are held can be read again; streams and iterators are used up.
 */
export type RolloutSource =
  | string
  | URL
  | Uint8Array
  | { readonly name: string; readonly chunks: Chunks | (() => Chunks) };

/** Any kind of source, found to be one. */
export interface CheckedSource {
  readonly name: string;
  /** It can be read again. */
  readonly lasting: boolean;
  /** Where it is a file, or a folder. */
  readonly path?: string | URL;
  /** Nothing is opened before the first piece is asked for. */
  open(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A source, or a file in one. */
export type OpenSource = Pick<CheckedSource, 'name' | 'path' | 'open'>;

/** Of a path that leads nowhere: two slashes, or a name that no folder or drive has. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]+:\/\/|(?:hf|s3|gs|data|blob):)/i;

/** @throws UpperhandError `invalid-argument` for what is no source, and for two of one name */
export function checkSources(sources: unknown): CheckedSource[] {
  if (!Array.isArray(sources)) return [checkSource(sources, 'sources', '<bytes>')];
  const checked = sources.map((source, i) =>
    checkSource(source, `sources[${i}]`, `<bytes ${i + 1}>`),
  );
  const seen = new Set<string>();
  for (const { name } of checked) {
    if (seen.size === seen.add(name).size) refuse('sources', 'of different names', name);
  }
  return checked;
}

function checkSource(source: unknown, what: string, nameOfBytes: string): CheckedSource {
  if (typeof source === 'string') {
    return { name: source, lasting: true, path: source, open: () => readFileChunks(source) };
  }
  if (source instanceof URL) {
    if (source.protocol !== 'file:') {
      const hint = 'of what was fetched pass { name, chunks: response.body }';
      refuse(what, `a file: URL (${hint})`, source.href);
    }
    const open = () => readFileChunks(source);
    return { name: source.href, lasting: true, path: source, open };
  }
  if (isBytes(source)) return { name: nameOfBytes, lasting: true, open: () => [source] };
  const { name, chunks } = (source ?? {}) as { readonly name?: unknown; readonly chunks?: unknown };
  if (typeof source !== 'object' || typeof name !== 'string') {
    refuse(what, 'a path, a file: URL, a Uint8Array or { name, chunks }', source);
  }
  return checkChunks(name, chunks, what);
}

function checkChunks(name: string, chunks: unknown, what: string): CheckedSource {
  if (isBytes(chunks)) return { name, lasting: true, open: () => [chunks] };
  if (typeof chunks === 'function') {
    return { name, lasting: true, open: () => checkChunks(name, chunks(), what).open() };
  }
  if (typeof chunks === 'object' && chunks !== null) {
    if (Array.isArray(chunks)) {
      for (const chunk of chunks) checkChunk(name, chunk);
      return { name, lasting: true, open: () => chunks };
    }
    if ('getReader' in chunks) {
      return { name, lasting: false, open: () => readStream(chunks as ReadableStream<Uint8Array>) };
    }
    if (Symbol.asyncIterator in chunks || Symbol.iterator in chunks) {
      return { name, lasting: false, open: () => chunks as AsyncIterable<Uint8Array> };
    }
  }
  return refuse(`${what}.chunks`, 'a Uint8Array, an iterable of them or a web stream', chunks);
}

/** @throws UpperhandError `invalid-argument` for text, which has no bytes yet, and everything else */
export function checkChunk(name: string, chunk: unknown): void {
  if (isBytes(chunk)) return;
  throw new UpperhandError(
    'invalid-argument',
    `${name}: chunks must be Uint8Array, got ${show(chunk)}`,
  );
}

/** Those of another realm, as test runners have them, are bytes too. */
function isBytes(value: unknown): value is Uint8Array {
  return (
    ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]'
  );
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

/**
 * What went wrong with a file, in a few words and without a stack.
 *
 * @param path - of a source, where it has one: text that is an address is told to be none
 */
export function readErrorText(error: unknown, path?: string | URL): string {
  if (error instanceof UpperhandError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' && typeof path === 'string' && ADDRESS.test(path)) {
    const hint = /^file:/i.test(path)
      ? 'a file: URL is given as a path or as new URL(…)'
      : 'addresses are not fetched: pass { name, chunks: response.body } of what was, to a command - and its bytes';
    return `${known.ENOENT}; ${hint}`;
  }
  return known[code] ?? `reading failed: ${messageOf(error)}`;
}

const known: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  EISDIR: 'is a folder',
  ENOTDIR: 'a part of its path is no folder',
};
