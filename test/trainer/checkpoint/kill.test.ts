// Runs in processes of their own, killed at moments that a seed draws; many more of them in test/slow.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { MersenneTwister } from '../../../ts/datasets/mersenne-twister.ts';
import { killRuns } from './kill-runs.ts';

const work = mkdtempSync(join(tmpdir(), 'upperhand-kill-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

it('a run that is killed and resumed ends with the bytes of one that was not', async () => {
  const draws = new MersenneTwister(3);
  const random = () => draws.getRandBits(53) / 2 ** 53;
  const { expected, killed, ended } = await killRuns(work, 'none', 3, random);
  expect([...killed, ...ended]).toEqual([...killed, ...ended].map(() => expected));
  expect(killed).toHaveLength(3);
}, 120_000);
