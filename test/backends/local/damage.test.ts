// Checkpoints that hold a policy, damaged or mixed up: refused with the reason, and nothing is written.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CUT_AND_FLIPPED } from '../../trainer/checkpoint/damage/cut-and-flipped.ts';
import { type Case, copy } from '../../trainer/checkpoint/damage/harms.ts';
import { MIXED_UP } from '../../trainer/checkpoint/damage/mixed-up.ts';
import { expectRefused, refusalOf } from '../../trainer/checkpoint/damage/refused.ts';
import { lakeTrainer } from '../../trainer/checkpoint/lake-trainer.ts';
import type { Mode } from '../../trainer/checkpoint/small-run.ts';
import { smallRun } from '../../trainer/checkpoint/small-run.ts';
import { DAMAGED_STATES } from './damaged-state.ts';

const work = mkdtempSync(join(tmpdir(), 'upperhand-lake-damage-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const good = join(work, 'good');
const foreign = join(work, 'foreign');

async function run(folder: string, mode: Mode, totalBatches: number, more: object = {}) {
  const { trainer } = lakeTrainer(folder, mode, 0, {
    model: { width: 32, heads: 2, feedForward: 64 },
    trainer: { totalBatches, testFreq: -1, valBeforeTrain: false, ...more },
  });
  await using _ = trainer;
  return await trainer.fit();
}
beforeAll(async () => {
  await run(good, 'episode', 9);
  await run(foreign, 'none', 9);
});

const setup = { good, foreign, resume: (folder: string) => run(folder, 'episode', 12) };

describe('a checkpoint with a policy is refused for', () => {
  for (const one of [...CUT_AND_FLIPPED, ...MIXED_UP]) it(one[0], () => expectRefused(one, setup));

  it('the policy of another backend', async () => {
    const other = join(work, 'tiny');
    await smallRun(other, 'episode');
    const harm = copy('global_step_9', 'global_step_9', 'foreign');
    const reason = /global_step_9 is of another run: backend was "tiny", and is "local"/;
    await expectRefused(['tiny', harm, reason], { ...setup, foreign: other });
  });
});

describe('a policy in a checkpoint is refused for', () => {
  it('there are as many kinds again', () => {
    expect(DAMAGED_STATES.length).toBeGreaterThan(45);
  });

  for (const one of DAMAGED_STATES)
    it(one[0], () => expectRefused(one, setup, /^loadState failed at step 9: /));
});

it('what is offered instead of a damaged policy goes on to the same end', async () => {
  const folder = join(work, 'offered');
  cpSync(good, folder, { recursive: true });
  const damaged = DAMAGED_STATES.find(([name]) => name === 'parameters that are NaN') as Case;
  damaged[1](folder, foreign);
  const { message } = await refusalOf(run(folder, 'episode', 9));
  const [, resumeFromPath] = /resumeFromPath: '([^']+)'/.exec(message) ?? [];
  const from = { resumeMode: 'resume_path', resumeFromPath };
  const result = await run(folder, 'episode', 9, from);
  expect(result).toMatchObject({ resumedFrom: 8, checkpoint: `${folder}/global_step_9` });
  const policyOf = (of: string) => readFileSync(join(of, 'global_step_9/checkpoint.bin')).length;
  expect(policyOf(folder)).toBe(policyOf(good));
});
