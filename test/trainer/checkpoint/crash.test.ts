// The process dies in each single call that changes a file.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { dyingAt } from './dying-fs.ts';
import { finalHash, openCheckpoint, smallRun } from './small-run.ts';

const work = mkdtempSync(join(tmpdir(), 'upperhand-crash-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

// Shorter than the others: there is a run for each call.
const trainer = { totalEpochs: 1, saveFreq: 1, testFreq: 2 };

it('a run that dies in any call of the file system goes on to the same end', async () => {
  const whole = join(work, 'whole');
  const { calls, died } = await dyingAt(Infinity, () => smallRun(whole, 'none', { trainer }));
  expect(died).toBe(false);
  expect(calls).toBeGreaterThan(40);
  const expected = finalHash(whole, 'none');
  let resumed = 0;
  for (let last = 1; last <= calls; last++) {
    const folder = join(work, `died-${last}`);
    const death = await dyingAt(last, () => smallRun(folder, 'none', { trainer }));
    // The last calls are about metrics, of which a run does not die.
    if (last < calls - 3) expect([last, death.died]).toEqual([last, true]);
    // What has the name of a checkpoint is a whole one.
    for (const step of stepsIn(folder)) openCheckpoint(folder, step);
    const { result } = await smallRun(folder, 'none', { trainer });
    if (result.resumedFrom !== null) resumed++;
    expect([last, finalHash(folder, 'none')]).toEqual([last, expected]);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
    rmSync(folder, { recursive: true });
  }
  expect(resumed).toBeGreaterThan(calls / 2);
});

function stepsIn(folder: string): number[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((name) => /^global_step_(\d+)$/.exec(name)?.[1] ?? []).map(Number);
}

it('dies again and again, in the same call of each attempt, and comes to the end all the same', async () => {
  const whole = join(work, 'other-whole');
  await smallRun(whole, 'none', { trainer });
  const folder = join(work, 'many-deaths');
  let deaths = 0;
  for (
    let last = 3;
    (await dyingAt(last, () => smallRun(folder, 'none', { trainer }))).died;
    last++
  )
    deaths++;
  expect(deaths).toBeGreaterThan(10);
  expect(finalHash(folder, 'none')).toBe(finalHash(whole, 'none'));
});
