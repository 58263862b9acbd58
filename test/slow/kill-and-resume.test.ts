// Runs in processes of their own, killed with SIGKILL at random moments, and resumed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { MersenneTwister } from '../../ts/datasets/mersenne-twister.ts';
import { killRuns } from '../trainer/checkpoint/kill-runs.ts';

const work = mkdtempSync(join(tmpdir(), 'upperhand-kills-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const KILLS = 20;

it.each(['none', 'episode'] as const)(
  `rejection mode %s: ${KILLS} kills, ${KILLS} equal final hashes`,
  async (mode) => {
    const draws = new MersenneTwister(86);
    const random = () => draws.getRandBits(53) / 2 ** 53;
    const { expected, killed, ended } = await killRuns(work, mode, KILLS, random);
    expect([...killed, ...ended]).toEqual([...killed, ...ended].map(() => expected));
    expect(killed).toHaveLength(KILLS);
    console.log(`${mode}: ${killed.length} killed, ${ended.length} too late, hash ${expected}`);
  },
);
