import { openReader, type Reader } from './open-reader.ts';
import type { ReadOptions } from './reader-options.ts';
import type { Found } from './reading-context.ts';
import type { RolloutRow } from './row.ts';
import type { RolloutSource } from './source.ts';

/** Rows, and what was met on the way. */
export type RolloutReader = Reader<RolloutRow>;

/**
 * Reads rollout files as rows of group, role and reward, one at a time, and no content: rows are for rewards and counts,
 * the episodes of `openRollouts` for messages, tokens and steps. Memory does not grow with the size of the
 * files, but by 16 to 32 bytes a rollout that has an index (to notice those that occur twice).
 *
 * A source may be a folder, of which all files are read that are not known to lie beside rollouts; what is packed (gzip,
 * Zstandard, zip) is unpacked. JSON lines and CSV are read line by line, Parquet a row group at a time; a JSON or YAML
 * document is held as a whole, up to `maxRecordBytes`.
 *
 * Several sources are parts of one set: the same task in two of them is one group, unless `separateSources`, or unless their
 * formats tell of different training steps or splits, which are never compared.
 * A file that several paths lead to is read once, and that is reported.
 * Iteration throws for a source that cannot be read at all (there is no such file, it is no rollout file, none of its
 * records is a rollout, it fails on the way), unless `skipUnreadableSources`. A file in a folder or an archive may hold
 * nothing but records that are skipped. A record that cannot be read is
 * reported and skipped (with `strict` it throws); `counts.records = counts.rollouts + counts.skipped`.
 * A reward that is missing stays null, and one that is NaN or infinite stays what it is; both are reported.
 *
 * Iterated again, rows are read again and counts begin anew, where all sources can be read twice: files and bytes, but no
 * streams.
 *
 * @throws UpperhandError `invalid-argument` for what is no source, a format that is not known, an option that there is not or
 *   one of the wrong type, at once; `rollout-file` for a source that cannot be read, while rows are iterated
 * @example
 * const bytes = new TextEncoder().encode('{"task_id": "t1", "reward": 1}\n{"task_id": "t1", "reward": 0}\n');
 * const rollouts = readRollouts({ name: 'mine', chunks: [bytes] }, { onProblem: console.warn });
 * for await (const { group, role, reward } of rollouts) console.log(group, role, reward);
 * rollouts.counts.rollouts; // 2
 */
export function readRollouts(
  sources: RolloutSource | readonly RolloutSource[],
  options: ReadOptions = {},
): RolloutReader {
  return openReader(sources, options, false, takeRows);
}

/** The same, those of a piece of a file together: no promise is made for a row. */
export function readRowPieces(
  sources: RolloutSource | readonly RolloutSource[],
  options: ReadOptions,
): Reader<Iterable<Found>> {
  return openReader(sources, options, false, takePieces);
}

async function* takePieces(found: AsyncIterable<Iterable<Found>>): AsyncGenerator<Iterable<Found>> {
  yield* found;
}

async function* takeRows(found: AsyncIterable<Iterable<Found>>): AsyncGenerator<RolloutRow> {
  for await (const piece of found) {
    for (const { row } of piece) yield row;
  }
}
