import type { RolloutCounts } from '../../ts/rollouts/counts.ts';
import type { RolloutProblem } from '../../ts/rollouts/problem.ts';
import { readRollouts } from '../../ts/rollouts/read-rollouts.ts';
import type { ReadOptions } from '../../ts/rollouts/reader-options.ts';
import type { RolloutRow } from '../../ts/rollouts/row.ts';
import type { RolloutSource } from '../../ts/rollouts/source.ts';

export interface Read {
  readonly rows: RolloutRow[];
  readonly problems: RolloutProblem[];
  readonly counts: Readonly<RolloutCounts>;
  /** What was reported, in short: `line: kind`. */
  readonly found: string[];
}

/** Reads all of some sources, past those that cannot be read. */
export async function readAll(
  sources: RolloutSource | readonly RolloutSource[],
  options: ReadOptions = {},
): Promise<Read> {
  const rows: RolloutRow[] = [];
  const problems: RolloutProblem[] = [];
  const reader = readRollouts(sources, {
    skipUnreadableSources: true,
    ...options,
    onProblem: (p) => problems.push(p),
  });
  for await (const row of reader) rows.push(row);
  const found = problems.map(({ line, kind }) => `${line}: ${kind}`);
  return { rows, problems, counts: reader.counts, found };
}

/** Reads text, or bytes, as a file. */
export function readText(
  content: string | Uint8Array,
  options: ReadOptions & { readonly name?: string } = {},
): Promise<Read> {
  const { name = 'test.jsonl', ...rest } = options;
  return readAll({ name, chunks: [toBytes(content)] }, rest);
}

/** Line and reward of each row. */
export function rewards({ rows }: Read): [number, number | null][] {
  return rows.map(({ line, reward }) => [line, reward]);
}

export function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** Bytes in pieces of the given sizes, over and over. */
export function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = Math.max(1, sizes[i % sizes.length] ?? bytes.length);
    pieces.push(bytes.slice(at, at + size));
    at += size;
  }
  return pieces;
}
