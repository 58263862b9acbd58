import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrainerState } from '../../ts/trainer/trainer-state.ts';
import { createEpisode, type Episode } from '../../ts/types/episode.ts';
import { slowMax, slowMean, slowMin, slowStd } from '../support/slow-oracle.ts';
import { makeTrainer, tasks } from './make-trainer.ts';
import { playWith } from './recording-backend.ts';

/** Validates tasks with these rewards, so many tasks at a time. */
async function validateWith(
  rewards: readonly (readonly number[])[],
  valBatchSize: number,
  nVal = 2,
): Promise<Record<string, number>> {
  const { trainer } = makeTrainer({
    valDataset: rewards.map((_, id) => ({ id: `t${id}` })),
    config: { data: { valBatchSize }, rollout: { nVal } },
    recording: {
      rewards: (task) => rewards[Number((task as { id: string }).id.slice(1))] as readonly number[],
    },
  });
  const { 'time/testing': _, ...metrics } = await trainer.validate();
  return metrics;
}

describe('validation', () => {
  it('gives the same numbers whatever the size of its batches', async () => {
    const rewards = fc.array(
      fc.array(fc.double({ noNaN: true, min: -5, max: 5 }), { minLength: 1, maxLength: 4 }),
      { minLength: 1, maxLength: 7 },
    );
    await fc.assert(
      fc.asyncProperty(rewards, fc.integer({ min: 1, max: 8 }), async (given, size) => {
        const all = given.flat();
        expect(await validateWith(given, size)).toEqual({
          'val/reward/solver/mean': slowMean(all),
          'val/reward/solver/std': slowStd(all),
          'val/reward/solver/max': slowMax(all),
          'val/reward/solver/min': slowMin(all),
          'val/unknown/pass@1': all.filter((reward) => reward > 0).length / all.length,
          'val/unknown/pass@2':
            given.filter((one) => one.some((reward) => reward > 0)).length / given.length,
        });
      }),
      { numRuns: 60 },
    );
  });

  it('weighs batches by what is in them', async () => {
    // Means of batches: 0.5 and 1; of all: 2/3.
    expect(await validateWith([[1], [0], [1]], 2)).toMatchObject({
      'val/reward/solver/mean': 2 / 3,
      'val/reward/solver/std': slowStd([1, 0, 1]),
      'val/unknown/pass@1': 2 / 3,
    });
  });

  it('with one attempt means the share of right episodes, also where a task comes twice', async () => {
    const { trainer } = makeTrainer({
      valDataset: [{ id: 'same' }, { id: 'same' }],
      recording: { members: { generateEpisodes: async () => playWith('same', [1, 0]) } },
    });
    expect(await trainer.validate()).toMatchObject({ 'val/unknown/pass@1': 0.5 });
  });

  it('sorts data sources, and averages what the episodes say as numbers', async () => {
    const said: [string | undefined, boolean, Record<string, unknown>][] = [
      ['math', true, { acc: 1, note: 'good', text: '0.5' }],
      ['math', false, { acc: false, text: 'none' }],
      ['code', true, { acc: '1e-1', nested: [1] }],
      [undefined, false, {}],
    ];
    const episodes = said.map(
      ([source, isCorrect, metrics], i): Episode =>
        createEpisode({
          id: `t${i}:0`,
          isCorrect,
          metrics,
          metadata: source === undefined ? {} : { data_source: source },
        }),
    );
    const { trainer, warnings } = makeTrainer({
      valDataset: tasks(4),
      recording: { members: { generateEpisodes: async () => episodes } },
    });
    const metrics = await trainer.validate();
    expect(Object.entries(metrics).filter(([key]) => key !== 'time/testing')).toEqual([
      ['val/code/pass@1', 1],
      ['val/code/acc', 0.1],
      ['val/math/pass@1', 0.5],
      ['val/math/acc', 0.5],
      ['val/math/text', 0.5],
      ['val/unknown/pass@1', 0],
    ]);
    expect(
      warnings.filter(({ kind }) => kind === 'metrics-dropped').map(({ message }) => message),
    ).toEqual([
      '1 metric of an episode is no number and is in no mean: nested an array of 1 (episode t2:0)',
      '2 metrics of episodes are no numbers and are in no mean: note "good" (episode t0:0), text "none" (episode t1:0)',
    ]);
  });

  it('takes the source of a task for that of its episodes', async () => {
    const { trainer } = makeTrainer({
      valDataset: [{ data_source: 'math' }, { data_source: 'code' }, { data_source: 7 }],
      config: { rollout: { nVal: 1 } },
      recording: { makesEpisodes: false },
      workflow: async (task) => (task as { data_source: unknown }).data_source === 'math',
    });
    const metrics = await trainer.validate();
    expect(Object.entries(metrics).filter(([key]) => key.endsWith('pass@1'))).toEqual([
      ['val/code/pass@1', 0],
      ['val/math/pass@1', 1],
      ['val/unknown/pass@1', 0],
    ]);
  });

  it('numbers the tasks without ids through its batches', async () => {
    const uids: string[] = [];
    const { trainer } = makeTrainer({
      valDataset: ['p', 'q', 'r'],
      config: { data: { valBatchSize: 2 }, rollout: { nVal: 1 } },
      recording: { makesEpisodes: false },
      workflow: async (_, ctx) => {
        uids.push(ctx.uid);
        return 1;
      },
    });
    expect(await trainer.validate()).toMatchObject({ 'val/unknown/pass@1': 1 });
    expect(uids).toEqual(['val-0-task-0:0', 'val-0-task-1:0', 'val-0-task-2:0']);
  });

  it('that is cut short has no metrics', async () => {
    const controller = new AbortController();
    const { trainer, events, logged, progress } = makeTrainer({
      signal: controller.signal,
      valDataset: tasks(3),
      config: { data: { valBatchSize: 1 } },
      recording: { at: (member) => void (member === 'generateEpisodes' && controller.abort()) },
    });
    expect(await trainer.validate()).toEqual({});
    expect(events.slice(2)).toEqual([
      'onValidationStart 0',
      'generateEpisodes val',
      'onValidationEnd 0',
    ]);
    expect([logged, progress.filter(({ type }) => type === 'validation')]).toEqual([[], []]);
  });

  it('warns of rewards that are not finite', async () => {
    const { trainer, warnings } = makeTrainer({
      valDataset: tasks(1),
      recording: { rewards: () => [Number.NaN, 1] },
    });
    await trainer.validate();
    expect(warnings.map(({ kind }) => kind)).toContain('non-finite-rewards');
  });

  it('keeps the metrics of the last one that was played to its end', async () => {
    const { trainer } = makeTrainer({
      valDataset: tasks(1),
      config: { trainer: { testFreq: 1 } },
      recording: {
        members: { onValidationStart: ({ globalStep }) => globalStep === 1 },
      },
    });
    expect((await trainer.fit()).valMetrics).toMatchObject({ 'val/unknown/pass@1': 0.5 });
  });

  it('rejects nothing', async () => {
    const metrics = await validateWith([[1], [0]], 2);
    expect(metrics['val/reward/solver/mean']).toBe(0.5);
  });

  it('keeps the last tasks, too few for a batch, and begins anew each time', async () => {
    const seen: unknown[] = [];
    const { trainer } = makeTrainer({
      valDataset: tasks(3),
      config: { data: { valBatchSize: 2 } },
      recording: {
        rewards: (task) => {
          seen.push((task as { id: string }).id);
          return [1];
        },
      },
    });
    await trainer.validate();
    await trainer.validate();
    expect(seen).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  const modes: readonly [string, (state: TrainerState) => unknown][] = [
    ['gives nothing', () => undefined],
    ['gives true', () => true],
    ['gives false', () => false],
    [
      'sets isTraining itself, and gives false',
      (state) => {
        state.isTraining = false;
        return false;
      },
    ],
  ];
  it.each(modes)('sets isTraining back when onValidationStart %s', async (_, start) => {
    const seen: boolean[] = [];
    const { trainer, events, logged } = makeTrainer({
      valDataset: tasks(1),
      config: { trainer: { testFreq: 1 } },
      recording: {
        members: { onValidationStart: async (state) => start(state) as boolean },
        at: (member, state) =>
          void (
            state && seen.push(member === 'onValidationEnd' ? !state.isTraining : state.isTraining)
          ),
      },
    });
    await trainer.fit();
    expect(seen.every(Boolean)).toBe(true);
    const skips = start({ isTraining: true } as TrainerState) === false;
    expect(events.filter((event) => event.startsWith('onValidationEnd'))).toHaveLength(
      skips ? 0 : 3,
    );
    expect(logged.filter(({ groups }) => groups.length === 0)).toHaveLength(skips ? 0 : 3);
  });
});
