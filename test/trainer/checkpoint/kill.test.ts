// Runs in processes of their own, killed at moments that a seed draws; many more of them in test/slow, some with a policy that learns.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { killRuns, type Program } from './kill-runs.ts';

const work = mkdtempSync(join(tmpdir(), 'upperhand-kill-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

it('a run that is killed and resumed ends with the bytes of one that was not', async () => {
  const program: Program = { file: 'small-run.ts', mode: 'none' };
  const { expected, killed, ended } = await killRuns(join(work, program.file), program, 1, 3);
  expect([...killed, ...ended]).toEqual([...killed, ...ended].map(() => expected));
  expect(killed).toHaveLength(1);
}, 120_000);
