import { describe, expect, it } from 'vitest';
import type { Harness } from './make-trainer.ts';
import { makeTrainer, tasks } from './make-trainer.ts';

/** Two epochs of two steps, validated before, after every step and at the end; stopped at the k-th event. */
async function stopAt(k: number): Promise<
  Harness & {
    readonly aborted: number | null;
    readonly result: Awaited<ReturnType<Harness['trainer']['fit']>>;
  }
> {
  const controller = new AbortController();
  let aborted: number | null = null;
  let seen = 0;
  const harness = makeTrainer({
    signal: controller.signal,
    valDataset: tasks(2),
    config: {
      data: { valBatchSize: 1 },
      trainer: { totalEpochs: 2, testFreq: 1, valBeforeTrain: true },
    },
    recording: {
      at: () => {
        if (seen++ !== k) return;
        controller.abort();
        aborted = harness.events.length;
      },
    },
  });
  const result = await harness.trainer.fit();
  await harness.trainer.shutdown();
  return { ...harness, aborted, result };
}

const count = (events: readonly string[], name: string): number =>
  events.filter((event) => event.startsWith(name)).length;

describe('a signal', () => {
  it('stops the run after the step in flight, at whatever moment it comes', async () => {
    const whole = await stopAt(Infinity);
    expect(whole.result).toMatchObject({ stopReason: 'epochs', steps: 4, epochs: 2 });
    expect(whole.events.length).toBeGreaterThan(50);
    for (let k = 0; k < whole.events.length; k++) {
      const { events, aborted, result, logged, trainer, warnings } = await stopAt(k);
      const name = `at ${whole.events[k]} (${k})`;
      const before = events.slice(0, aborted ?? events.length);
      // Up to there the run is the whole run.
      expect(before, name).toEqual(whole.events.slice(0, before.length));
      // A step in flight is done to its end, and none begins.
      expect(count(events, 'onBatchStart'), name).toBe(count(before, 'onBatchStart'));
      expect(count(events, 'onBatchEnd'), name).toBe(count(events, 'onBatchStart'));
      expect(count(events, 'updatePolicy'), name).toBe(count(events, 'onBatchStart'));
      expect(result.steps, name).toBe(count(events, 'onBatchEnd'));
      expect(trainer.state.globalStep, name).toBe(result.steps);
      // What was begun is ended, once.
      expect(count(events, 'onEpochEnd'), name).toBe(count(events, 'onEpochStart'));
      expect(count(events, 'onValidationEnd'), name).toBe(count(events, 'onValidationStart'));
      expect(events.slice(-2), name).toEqual([`onTrainEnd ${result.steps}`, 'shutdown']);
      expect(count(events, 'onTrainEnd'), name).toBe(1);
      // All steps were running when the last validation came.
      const ended = count(before, 'onEpochEnd') === 2 || result.steps === 4;
      expect(['aborted', ...(ended ? ['epochs'] : [])], name).toContain(result.stopReason);
      if (!ended) expect(result.stopReason, name).toBe('aborted');
      // Validations that were cut short are logged nowhere.
      const validated = logged.filter(({ groups }) => groups.length === 0);
      expect(
        validated.every(({ metrics }) => metrics['val/unknown/pass@1'] === 0.5),
        name,
      ).toBe(true);
      expect(validated.length, name).toBeLessThanOrEqual(count(events, 'onValidationEnd'));
      expect(trainer.state.isTraining, name).toBe(true);
      expect(warnings, name).toEqual([]);
    }
  });

  it('that has aborted before starts nothing', async () => {
    const { trainer, events } = makeTrainer({ signal: AbortSignal.abort() });
    expect(await trainer.fit()).toMatchObject({
      stopReason: 'aborted',
      steps: 0,
      epochs: 0,
      metrics: {},
      valMetrics: null,
    });
    await trainer.shutdown();
    expect(events).toEqual(['shutdown']);
  });

  it('lets the last of total_batches count as the end', async () => {
    const controller = new AbortController();
    const { trainer } = makeTrainer({
      signal: controller.signal,
      config: { trainer: { totalBatches: 1 } },
      recording: { at: (member) => void (member === 'updatePolicy' && controller.abort()) },
    });
    expect(await trainer.fit()).toMatchObject({ stopReason: 'total-batches', steps: 1 });
  });

  it('leaves the rollouts of the step in flight alone', async () => {
    const controller = new AbortController();
    const seen: boolean[] = [];
    const { trainer } = makeTrainer({
      signal: controller.signal,
      recording: { makesEpisodes: false },
      workflow: async (_, ctx) => {
        controller.abort();
        await ctx.model.chat([{ role: 'user', content: '?' }]);
        seen.push(ctx.signal.aborted);
        return ctx.rolloutIdx === 0;
      },
    });
    expect(await trainer.fit()).toMatchObject({ stopReason: 'aborted', steps: 1 });
    expect(seen).toEqual([false, false, false, false]);
  });
});

describe('shutdown', () => {
  it('ends what was begun, once and in order, at whatever moment it comes', async () => {
    const run = async (k: number) => {
      let ended: Promise<void> | undefined;
      let seen = 0;
      const harness = makeTrainer({
        valDataset: tasks(1),
        config: { trainer: { testFreq: 1, valBeforeTrain: true } },
        recording: {
          at: () => {
            if (seen++ === k) ended = harness.trainer.shutdown();
          },
        },
      });
      const { stopReason } = await harness.trainer.fit();
      await (ended ?? harness.trainer.shutdown());
      return { ...harness, stopReason };
    };
    const whole = await run(Infinity);
    for (let k = 0; k < whole.events.length; k++) {
      const { events, stopReason, trainer, warnings } = await run(k);
      const name = `at ${whole.events[k]} (${k})`;
      expect(events.slice(-2), name).toEqual([
        `onTrainEnd ${trainer.state.globalStep}`,
        'shutdown',
      ]);
      expect([count(events, 'onTrainEnd'), count(events, 'shutdown')], name).toEqual([1, 1]);
      expect(count(events, 'onBatchEnd'), name).toBe(count(events, 'onBatchStart'));
      expect(count(events, 'onEpochEnd'), name).toBe(count(events, 'onEpochStart'));
      expect(events.length, name).toBeLessThanOrEqual(whole.events.length);
      if (count(events, 'updatePolicy') < 2) expect(stopReason, name).toBe('aborted');
      expect(trainer.state.isTraining, name).toBe(true);
      expect(warnings, name).toEqual([]);
    }
  });
});
