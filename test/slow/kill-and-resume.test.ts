// Runs in processes of their own, killed with SIGKILL at random moments, and resumed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { killRuns, type Program } from '../trainer/checkpoint/kill-runs.ts';

const work = mkdtempSync(join(tmpdir(), 'upperhand-kills-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const KILLS = 20;
const LAKE = 'lake-run.ts';

it.each<[what: string, program: Program]>([
  ['rejection mode none', { file: 'small-run.ts', mode: 'none' }],
  ['rejection mode episode', { file: 'small-run.ts', mode: 'episode' }],
  ['frozen lake, no threads', { file: LAKE, mode: 'none', args: [['0'], ['0']] }],
  ['frozen lake, a thread, then two', { file: LAKE, mode: 'none', args: [['1'], ['2']] }],
  ['frozen lake, two threads, then none', { file: LAKE, mode: 'none', args: [['2'], ['0']] }],
  [
    'frozen lake, rejection mode episode, two threads',
    { file: LAKE, mode: 'episode', args: [['2'], ['2']] },
  ],
])(`%s: ${KILLS} kills, ${KILLS} equal final hashes`, async (what, program) => {
  const runs = await killRuns(join(work, what), program, KILLS, 86);
  const { expected, killed, ended, resumedFrom } = runs;
  expect([...killed, ...ended]).toEqual([...killed, ...ended].map(() => expected));
  expect(killed).toHaveLength(KILLS);
  const steps = [...resumedFrom].sort((a, b) => a - b).join(' ');
  console.log(`${what}: resumed from ${steps}; ${ended.length} too late; hash ${expected}`);
});
