// The embedded policy on the frozen lake: a run that was stopped goes on as if nothing had been, in any number of threads.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { lakeTrainer } from '../../trainer/checkpoint/lake-trainer.ts';
import { finalHash, openCheckpoint } from '../../trainer/checkpoint/small-run.ts';

const work = mkdtempSync(join(tmpdir(), 'upperhand-lake-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const UPDATES = 6;

/** Trains in a folder, up to a step; the hash of the parameters that it comes to. */
async function train(folder: string, workers: number, stop = UPDATES): Promise<string> {
  const controller = new AbortController();
  const { trainer, backend } = lakeTrainer(folder, 'none', workers, {
    trainer: { totalBatches: UPDATES },
    signal: controller.signal,
    onProgress: (event) => {
      if (event.type === 'step' && event.step === stop) controller.abort();
    },
  });
  await trainer.fit();
  const hash = await backend.policy.parametersHash();
  await trainer.shutdown();
  return hash;
}

it('a run that is stopped goes on to the same end, in any number of threads', async () => {
  const whole = join(work, 'whole');
  const hash = await train(whole, 0);
  for (const [stop, before, after] of [
    [1, 0, 2],
    [3, 2, 0],
    [4, 1, 1],
  ] as const) {
    const folder = join(work, `stopped-${stop}`);
    await train(folder, before, stop);
    expect([stop, await train(folder, after)]).toEqual([stop, hash]);
    // That one differs: the whole run has none there, or has validated by then.
    expect([stop, finalHash(folder, 'none', stop)]).toEqual([stop, finalHash(whole, 'none', stop)]);
  }
});

it('what the starts learn is in its checkpoints, and is not nothing', () => {
  const learned = [2, 4, 6].map((step) => {
    const { store } = openCheckpoint(join(work, 'whole'), step);
    return String(store?.get('success by start'));
  });
  expect(new Set(learned).size).toBeGreaterThan(1);
});
