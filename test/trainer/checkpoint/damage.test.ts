// Checkpoints that are damaged, mixed up or not there: refused with the reason, and nothing is written.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TrainingError } from '../../../ts/trainer/training-error.ts';
import { CUT_AND_FLIPPED } from './damage/cut-and-flipped.ts';
import { cut } from './damage/harms.ts';
import { MIXED_UP } from './damage/mixed-up.ts';
import { POINTERS } from './damage/pointers.ts';
import { contents, expectRefused, refusalOf } from './damage/refused.ts';
import { smallRun, TASKS } from './small-run.ts';

const work = mkdtempSync(join(tmpdir(), 'upperhand-damage-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const good = join(work, 'good');
const foreign = join(work, 'foreign');
beforeAll(async () => {
  await smallRun(good, 'episode');
  await smallRun(foreign, 'none');
});

const cases = [...CUT_AND_FLIPPED, ...MIXED_UP, ...POINTERS];

it('there are more than fifty kinds', () => {
  expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length);
  expect(cases.length).toBeGreaterThan(50);
});

const resume = (folder: string) => smallRun(folder, 'episode', { trainer: { totalEpochs: 4 } });
for (const one of cases) it(one[0], () => expectRefused(one, { good, foreign, resume }));

it('what is offered goes on', async () => {
  const folder = join(work, 'offered');
  cpSync(good, folder, { recursive: true });
  cut(() => 100)(folder, foreign);
  const { message } = await refusalOf(smallRun(folder, 'episode'));
  const [, path = ''] = /resumeFromPath: '([^']+)'/.exec(message) ?? [];
  const trainer = { resumeMode: 'resume_path', resumeFromPath: path } as const;
  const { result, warnings } = await smallRun(folder, 'episode', { trainer });
  expect(result).toMatchObject({ resumedFrom: 8, steps: 1, checkpoint: `${folder}/global_step_9` });
  // The damaged one is not overwritten either.
  expect(readFileSync(join(folder, 'global_step_9.superseded/checkpoint.bin'))).toHaveLength(100);
  expect(warnings.map(({ kind }) => kind)).toContain('checkpoint-superseded');
});

describe('a run with', () => {
  const refusedWith = async (options: Parameters<typeof smallRun>[2]): Promise<string> => {
    const error: unknown = await smallRun(good, 'episode', options).catch((cause) => cause);
    return error instanceof TrainingError ? error.message : 'not refused';
  };

  it('another seed is refused, with all that differs', async () => {
    const before = contents(good);
    const message = await refusedWith({ data: { seed: 8, trainBatchSize: 2 } });
    expect(message).toMatch(/global_step_9 is of another run: data\.seed was 7, and is 8; /);
    expect(message).toMatch(/data\.trainBatchSize x rejectionSampling\.multiplier was 3, and is 2/);
    expect(message).toMatch(/There is none before it that could be resumed/);
    expect(contents(good)).toEqual(before);
  });

  it('other tasks is refused', async () => {
    const message = await refusedWith({ trainDataset: TASKS.slice(1) });
    expect(message).toMatch(/is of another run: number of tasks was 10, and is 9\./);
  });

  it('a path that leads to no step is refused', async () => {
    const trainer = { resumeMode: 'resume_path', resumeFromPath: `${good}/latest` } as const;
    expect(await refusedWith({ trainer })).toMatch(
      /latest" must lead to a folder global_step_\{N\} .*The one before it is whole: .*global_step_9' \} goes/,
    );
  });

  it('a path that leads nowhere is refused', async () => {
    const trainer = {
      resumeMode: 'resume_path',
      resumeFromPath: `${good}/global_step_3/`,
    } as const;
    expect(await refusedWith({ trainer })).toMatch(
      /global_step_3 is missing\. .*global_step_2' \} goes on from there$/,
    );
  });
});
