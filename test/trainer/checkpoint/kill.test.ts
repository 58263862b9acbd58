// Runs in processes of their own, killed at moments that a seed draws; many more of them in test/slow.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { killRuns, type Program } from './kill-runs.ts';

const work = mkdtempSync(join(tmpdir(), 'upperhand-kill-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

it.each<[what: string, kills: number, program: Program]>([
  ['a run', 2, { file: 'small-run.ts', mode: 'none' }],
  ['the frozen lake', 1, { file: 'lake-run.ts', mode: 'none', args: [['1'], ['0']] }],
])(
  '%s that is killed and resumed ends with the bytes of one that was not',
  async (_, kills, program) => {
    const { expected, killed, ended } = await killRuns(join(work, program.file), program, kills, 3);
    expect([...killed, ...ended]).toEqual([...killed, ...ended].map(() => expected));
    expect(killed).toHaveLength(kills);
  },
  120_000,
);
