import { describe, expect, it } from 'vitest';
import { UnifiedTrainer } from '../../ts/trainer/unified-trainer.ts';
import type { WorkflowFunction } from '../../ts/workflow/workflow-input.ts';
import { makeTrainer, smallConfig, tasks } from './make-trainer.ts';
import { oneTokenEngine } from './recording-backend.ts';

/** Asks once; every other attempt is right. */
const halfRight: WorkflowFunction<{ id: string }> = async (_, ctx) => {
  await ctx.model.chat([{ role: 'user', content: '?' }]);
  return ctx.rolloutIdx % 2 === 0;
};

describe('UnifiedTrainer', () => {
  it('trains over a backend of four members', async () => {
    const advantages: unknown[] = [];
    await using trainer = new UnifiedTrainer<{ id: string }>({
      backend: {
        name: 'four members',
        initRolloutEngine: oneTokenEngine,
        transformToBackendBatch: ({ trajectoryGroups }) => trajectoryGroups,
        processBackendBatch: () => {},
        updatePolicy: ({ trajectoryGroups }) => {
          for (const { trajectories } of trajectoryGroups ?? [])
            advantages.push(trajectories.map(({ steps }) => steps.map((step) => step.advantage)));
        },
      },
      config: smallConfig(),
      workflow: halfRight,
      trainDataset: tasks(4),
      tracking: [],
    });
    const result = await trainer.fit();
    expect(result).toMatchObject({
      steps: 2,
      epochs: 1,
      stopReason: 'epochs',
      valMetrics: null,
      runFolder: 'checkpoints/rllm-training/default',
    });
    expect(result.metrics['reward/agent/mean']).toBe(0.5);
    const pair = [[0.999998000004], [-0.999998000004]];
    expect(advantages).toEqual([pair, pair, pair, pair]);
  });

  it('stamps steps with the version of the weights that they were sampled from', async () => {
    const versions: (number | null)[][] = [];
    const { trainer } = makeTrainer({
      workflow: halfRight as WorkflowFunction,
      recording: {
        makesEpisodes: false,
        at: (member, state) => {
          if (member !== 'updatePolicy') return;
          const members = (state?.trajectoryGroups ?? []).flatMap((group) => group.trajectories);
          versions.push(members.flatMap(({ steps }) => steps.map((step) => step.weightVersion)));
        },
      },
    });
    const { state } = await trainer.fit();
    expect(versions).toEqual([
      [0, 0, 0, 0],
      [1, 1, 1, 1],
    ]);
    expect(state.weightVersion).toBe(2);
  });

  it.each([
    ['has no version of its own', 0, undefined],
    ['says another one than the run that is resumed', 41, 7],
  ])('gives the version to an engine that %s', async (_, resumed, own) => {
    const versions: (number | null | undefined)[] = [];
    const { getModelResponse } = oneTokenEngine();
    const engine = { getModelResponse, ...(own !== undefined && { weightVersion: own }) };
    const { trainer } = makeTrainer({
      workflow: halfRight as WorkflowFunction,
      recording: {
        makesEpisodes: false,
        members: { initRolloutEngine: () => engine },
        at: (member, state) => {
          if (member === 'onTrainStart' && state) state.weightVersion = resumed;
          if (member === 'updatePolicy')
            versions.push(state?.trajectoryGroups?.[0]?.trajectories[0]?.steps[0]?.weightVersion);
        },
      },
    });
    await trainer.fit();
    expect(versions).toEqual([resumed, resumed + 1]);
  });

  it('refuses an engine that takes no version, before anything is played', async () => {
    const { trainer, events } = makeTrainer({
      recording: { members: { initRolloutEngine: () => Object.freeze(oneTokenEngine()) } },
    });
    await expect(trainer.fit()).rejects.toThrow(
      'setting the weightVersion of the rollout engine failed: ',
    );
    expect(events).toEqual(['onTrainStart 0', 'onTrainEnd 0', 'shutdown']);
  });

  it('gives two equal runs equal metrics, advantages and episodes', async () => {
    const run = async (): Promise<string> => {
      const { trainer, logged } = makeTrainer({
        trainDataset: Array.from({ length: 12 }, (_, n) => ({ n })),
        valDataset: tasks(3),
        config: {
          data: { trainBatchSize: 4 },
          rollout: { n: 3, nVal: 2 },
          trainer: { totalEpochs: 2, testFreq: 2 },
        },
        recording: { makesEpisodes: false },
        workflow: async (task, ctx) => {
          // Rollouts end in another order each time.
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
          await ctx.model.chat([{ role: 'user', content: '?' }]);
          return ((Number((task as { n?: number }).n ?? 1) + 1) * (ctx.rolloutIdx + 1)) / 7;
        },
      });
      await trainer.fit();
      return JSON.stringify(
        logged.map(({ metrics, step, episodes, groups }) => [
          step,
          Object.entries(metrics).filter(([key]) => !key.startsWith('time/')),
          episodes.map(({ id }) => id),
          groups.map(({ groupId, trajectories }) => [
            groupId,
            trajectories.map(({ steps }) => steps.map((one) => one.advantage)),
          ]),
        ]),
      );
    };
    expect(await run()).toBe(await run());
  });

  it('calls the backend in the order that it promises', async () => {
    const { trainer, events } = makeTrainer({
      config: { trainer: { testFreq: 2, valBeforeTrain: true } },
      valDataset: tasks(1),
    });
    await trainer.fit();
    await trainer.shutdown();
    const step = (n: number): string[] => [
      `onBatchStart ${n}`,
      'generateEpisodes train',
      `transformToBackendBatch ${n}`,
      `processBackendBatch ${n}`,
      `computeAdvantages ${n}`,
      `updatePolicy ${n}`,
      `onBatchEnd ${n}`,
    ];
    const validation = (n: number): string[] => [
      `onValidationStart ${n}`,
      'generateEpisodes val',
      `onValidationEnd ${n}`,
    ];
    expect(events).toEqual([
      'initRolloutEngine',
      'onTrainStart 0',
      ...validation(0),
      'onEpochStart 1',
      ...step(1),
      ...step(2),
      ...validation(2),
      'onEpochEnd 2',
      ...validation(2),
      'onTrainEnd 2',
      'shutdown',
    ]);
  });

  it('tells the trackers each step, with what was trained on', async () => {
    const { trainer, logged } = makeTrainer({
      config: { trainer: { testFreq: 2 } },
      valDataset: tasks(1),
    });
    const { metrics, valMetrics } = await trainer.fit();
    expect(
      logged.map(({ step, episodes, groups }) => [step, episodes.length, groups.length]),
    ).toEqual([
      [1, 4, 2],
      [2, 4, 2],
      [2, 0, 0],
      [2, 0, 0],
    ]);
    expect(logged[1]?.metrics).toEqual(metrics);
    expect(logged[3]?.metrics).toEqual(valMetrics);
    expect(valMetrics).toMatchObject({ 'val/unknown/pass@1': 0.5, 'val/reward/solver/mean': 0.5 });
  });

  it('is for one run', async () => {
    const { trainer } = makeTrainer();
    const running = trainer.fit();
    await expect(trainer.fit()).rejects.toMatchObject({
      code: 'invalid-state',
      message: 'fit was called while the trainer is at work',
    });
    await running;
    await expect(trainer.fitAsync()).rejects.toMatchObject({ code: 'invalid-state' });
  });

  it('validates before and after fit, and starts once', async () => {
    const { trainer, events } = makeTrainer({ valDataset: tasks(2) });
    expect(await trainer.validate()).toMatchObject({ 'val/unknown/pass@1': 0.5 });
    await trainer.fit();
    await trainer.validate();
    await trainer.shutdown();
    expect(events.filter((event) => /Train|init|Validation|shutdown/.test(event))).toEqual([
      'initRolloutEngine',
      'onTrainStart 0',
      'onValidationStart 0',
      'onValidationEnd 0',
      'onTrainEnd 2',
      'onValidationStart 2',
      'onValidationEnd 2',
      'shutdown',
    ]);
    await expect(trainer.validate()).rejects.toMatchObject({
      message: "validate was called after the trainer's end",
    });
  });

  it('gives no metrics without a validation set', async () => {
    const { trainer, events } = makeTrainer();
    expect(await trainer.validate()).toEqual({});
    expect(events).toEqual(['initRolloutEngine', 'onTrainStart 0']);
  });

  it('ends training that was begun when it is shut down, and shuts down once', async () => {
    const { trainer, events } = makeTrainer({ valDataset: tasks(1) });
    await trainer.validate();
    await Promise.all([trainer.shutdown(), trainer.shutdown()]);
    await trainer[Symbol.asyncDispose]();
    expect(events.slice(-2)).toEqual(['onTrainEnd 0', 'shutdown']);
    expect(events.filter((event) => event === 'shutdown')).toHaveLength(1);
  });

  it('frees a backend that was never begun', async () => {
    const { trainer, events } = makeTrainer();
    await trainer.shutdown();
    expect(events).toEqual(['shutdown']);
  });

  it('needs a training set to fit, but not to validate only', async () => {
    const { trainer, events } = makeTrainer({ untrained: true, valDataset: tasks(1) });
    await expect(trainer.fit()).rejects.toMatchObject({
      code: 'invalid-argument',
      message: 'trainDataset must be given to the trainer before it is fitted, got undefined',
    });
    expect(events).toEqual([]);
    const only = makeTrainer({
      untrained: true,
      valDataset: tasks(1),
      config: { trainer: { valBeforeTrain: true, valOnly: true } },
    });
    expect(await only.trainer.fit()).toMatchObject({
      steps: 0,
      stopReason: 'val-only',
      metrics: {},
    });
    expect(only.events.at(-1)).toBe('onTrainEnd 0');
  });
});
