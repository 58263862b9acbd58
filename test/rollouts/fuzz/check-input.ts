import { expect } from 'vitest';
import { UpperhandError } from '../../../ts/errors/upperhand-error.ts';
import {
  openRollouts,
  type RolloutRow,
  type RolloutSource,
  readRollouts,
} from '../../../ts/rollouts/index.ts';
import { cut, readAll } from '../read.ts';

/**
 * What holds of any bytes under any name: reading ends, by an UpperhandError where it is strict and never else; records =
 * rollouts + skipped, and each one that was skipped was reported; strict reading gives the same rows up to the first record
 * that is lost; pieces of another size change nothing; content is there for each row, or its record was reported.
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
  await checkContent(source, counts.records);
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
  const reader = openRollouts(source, {
    skipUnreadableSources: true,
    onProblem: ({ skipped, line }) => {
      if (skipped && line !== null) reported++;
    },
  });
  let trajectories = 0;
  for await (const episode of reader) trajectories += episode.trajectories.length;
  const { counts } = reader;
  expect(counts.records).toBe(records);
  expect(counts.records).toBe(counts.rollouts + counts.skipped);
  expect(trajectories).toBe(counts.rollouts);
  expect(reported).toBe(counts.skipped);
}
