import { expect } from 'vitest';
import { UpperhandError } from '../../../ts/errors/upperhand-error.ts';
import { type RolloutRow, type RolloutSource, readRollouts } from '../../../ts/rollouts/index.ts';
import { episodeLine } from '../../../ts/rollouts/writers/episode-line.ts';
import { openRowed, type RowedEpisode } from '../../../ts/rollouts/writers/rowed-episodes.ts';
import { cut, readAll, toBytes } from '../read.ts';

/**
 * What holds of any bytes under any name: reading ends, by an UpperhandError where it is strict and never else; records =
 * rollouts + skipped, and each one that was skipped was reported; strict reading gives the same rows up to the first record
 * that is lost; pieces of another size change nothing; content is there for each row, or its record was
 * reported; what is read for rewards alone has the same; and what was read can be written and read again.
 */
export async function checkInput(name: string, bytes: Uint8Array, piece: number): Promise<void> {
  const source = { name, chunks: bytes };
  const read = await readAll(source);
  const { rows, problems, counts } = read;
  expect(counts.records).toBe(counts.rollouts + counts.skipped);
  expect(rows.length).toBe(counts.rollouts);
  expect(problems.filter(({ skipped, line }) => skipped && line !== null).length).toBe(
    counts.skipped,
  );
  await checkStrict(source, read);
  const pieces = await readAll({ name, chunks: cut(bytes, [piece, 3 * piece]) });
  expect(pieces).toEqual(read);
  const bare = await readAll(source, { facts: false });
  expect({ ...bare, rows: bare.rows.map(keyOf) }).toEqual({ ...read, rows: rows.map(keyOf) });
  await checkContent(source, counts.records);
}

/** What rows tell without facts, too. */
function keyOf({
  source,
  line,
  item,
  group,
  role,
  reward,
  rolloutIndex,
  set,
}: RolloutRow): unknown[] {
  return [source, line, item, group, role, reward, rolloutIndex, set];
}

async function checkStrict(
  source: RolloutSource,
  { rows, counts }: Awaited<ReturnType<typeof readAll>>,
): Promise<void> {
  const strict: RolloutRow[] = [];
  const lost = counts.skipped - counts.doubles + counts.refusedFiles;
  try {
    const reader = readRollouts(source, { strict: true, onProblem: () => {} });
    for await (const row of reader) strict.push(row);
    expect({ strict: 'reads on', lost }).toEqual({ strict: 'reads on', lost: 0 });
    expect(strict).toEqual(rows);
  } catch (error) {
    if (!(error instanceof UpperhandError)) throw error;
    expect(error.code).toBe('rollout-file');
    // What cannot be told from nothing at all is an error too: a file of doubles only.
    if (rows.length > 0) expect(lost).toBeGreaterThan(0);
    expect(strict).toEqual(rows.slice(0, strict.length));
  }
}

async function checkContent(source: RolloutSource, records: number): Promise<void> {
  let reported = 0;
  const reader = openRowed(source, {
    skipUnreadableSources: true,
    onProblem: ({ skipped, line }) => {
      if (skipped && line !== null) reported++;
    },
  });
  const rowed: RowedEpisode[] = [];
  for await (const piece of reader) rowed.push(...piece);
  const { counts } = reader;
  expect(counts.records).toBe(records);
  expect(counts.records).toBe(counts.rollouts + counts.skipped);
  expect(rowed.flatMap(({ rows }) => rows).length).toBe(counts.rollouts);
  expect(reported).toBe(counts.skipped);
  await checkWritten(rowed);
}

/** What was read and is written reads the same. */
async function checkWritten(rowed: readonly RowedEpisode[]): Promise<void> {
  if (rowed.length === 0) return;
  const lines = rowed.map(({ episode }) => episodeLine(episode)).join('');
  const again: RowedEpisode[] = [];
  const source = { name: 'written.jsonl', chunks: toBytes(lines) };
  const reader = openRowed(source, { onProblem: () => {} });
  for await (const piece of reader) again.push(...piece);
  // A field that a reader leaves undefined is absent.
  expect(again.map(({ episode }) => episode)).toEqual(rowed.map(({ episode }) => episode));
  expect(told(again)).toEqual(told(rowed));
}

/** But for where they stand. */
function told(rowed: readonly RowedEpisode[]): object[] {
  const rows = rowed.flatMap((one) => one.rows);
  return rows.map(({ source, line, offset, item, ...rest }) => rest);
}
