import { describe, expect, it } from 'vitest';
import type { LoaderState } from '../../ts/datasets/task-loader.ts';
import { makeTrainer, tasks } from './make-trainer.ts';

const steps = (events: readonly string[]): string[] =>
  events.filter((event) => /onBatchStart|onEpoch|onValidationStart/.test(event));

describe('the loop', () => {
  it('ends at total_batches, without the validation that is due, and validates at its end', async () => {
    const { trainer, events } = makeTrainer({
      valDataset: tasks(1),
      config: { trainer: { totalEpochs: 9, totalBatches: 3, testFreq: 3 } },
    });
    expect(await trainer.fit()).toMatchObject({ stopReason: 'total-batches', steps: 3, epochs: 2 });
    expect(steps(events)).toEqual([
      'onEpochStart 1',
      'onBatchStart 1',
      'onBatchStart 2',
      'onEpochEnd 2',
      'onEpochStart 3',
      'onBatchStart 3',
      'onEpochEnd 3',
      'onValidationStart 3',
    ]);
    expect(trainer.state).toMatchObject({ globalStep: 3, totalSteps: 3, epoch: 1 });
  });

  it('ends by epochs where total_batches asks for more', async () => {
    const { trainer } = makeTrainer({ config: { trainer: { totalBatches: 9 } } });
    expect(await trainer.fit()).toMatchObject({ stopReason: 'epochs', steps: 2 });
  });

  it('trains where val_only is set without val_before_train', async () => {
    const { trainer } = makeTrainer({
      valDataset: tasks(1),
      config: { trainer: { valOnly: true, valBeforeTrain: false } },
    });
    expect(await trainer.fit()).toMatchObject({ stopReason: 'epochs', steps: 2, valMetrics: null });
  });

  it('tells the backend the number of steps before it starts', async () => {
    const told: (number | null)[] = [];
    const initRolloutEngine = ({ totalTrainingSteps }: { totalTrainingSteps: number | null }) => {
      told.push(totalTrainingSteps);
      return { getModelResponse: () => Promise.reject(new Error('not asked')) };
    };
    const members = { initRolloutEngine };
    await makeTrainer({
      recording: { members },
      config: { trainer: { totalEpochs: 3 } },
    }).trainer.fit();
    await makeTrainer({
      recording: { members },
      config: { trainer: { totalBatches: 1 } },
    }).trainer.fit();
    await makeTrainer({
      recording: { members },
      untrained: true,
      valDataset: tasks(1),
    }).trainer.validate();
    expect(told).toEqual([6, 1, null]);
  });

  it('case 85: a run that is resumed goes on with the next step, in the next epoch', async () => {
    const config = {
      data: { trainBatchSize: 1 },
      trainer: { totalEpochs: 2 },
    };
    let saved: LoaderState | undefined;
    const first = makeTrainer({
      trainDataset: tasks(5),
      config: { ...config, trainer: { totalEpochs: 2, totalBatches: 5 } },
      recording: {
        at: (member, state) => {
          if (member === 'onBatchEnd') saved = state?.trainDataloader?.getState();
        },
      },
    });
    await first.trainer.fit();
    const second = makeTrainer({
      trainDataset: tasks(5),
      config,
      recording: {
        at: (member, state) => {
          if (member !== 'onTrainStart' || !state) return;
          state.globalStep = 5;
          state.trainDataloader?.setState(saved as LoaderState);
        },
      },
    });
    const result = await second.trainer.fit();
    expect(result).toMatchObject({ steps: 5, epochs: 1, stopReason: 'epochs' });
    expect(result.state).toMatchObject({ globalStep: 10, epoch: 1, totalSteps: 10 });
    expect(steps(second.events)[0]).toBe('onEpochStart 6');
  });

  it.each([1, 2])(
    'case 86: a run that stops after step %i and is resumed sees every task of the epoch once',
    async (stopAfter) => {
      const seen: string[] = [];
      const play = (): Parameters<typeof makeTrainer>[0] => ({
        trainDataset: tasks(6),
        recording: {
          rewards: (task) => {
            seen.push((task as { id: string }).id);
            return [1, 0];
          },
        },
      });
      const controller = new AbortController();
      const whole = makeTrainer(play());
      await whole.trainer.fit();
      const order = seen.splice(0);
      const first = makeTrainer({
        ...play(),
        signal: controller.signal,
        onProgress: (event) => {
          if (event.type === 'step' && event.step === stopAfter) controller.abort();
        },
      });
      const { state } = await first.trainer.fit();
      const place = state.trainDataloader?.getState();
      const second = makeTrainer({
        ...play(),
        recording: {
          ...play()?.recording,
          at: (member, state) => {
            if (member !== 'onTrainStart' || !state) return;
            state.globalStep = stopAfter;
            state.trainDataloader?.setState(place ?? {});
          },
        },
      });
      expect(await second.trainer.fit()).toMatchObject({ steps: 3 - stopAfter });
      expect(seen).toEqual(order);
      expect([...seen].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    },
  );

  it('does nothing more where a resumed run had reached total_batches', async () => {
    const { trainer, events } = makeTrainer({
      config: { trainer: { totalBatches: 2 } },
      recording: {
        at: (member, state) => {
          if (member === 'onTrainStart' && state) state.globalStep = 2;
        },
      },
    });
    expect(await trainer.fit()).toMatchObject({ steps: 0, stopReason: 'total-batches' });
    expect(events).toEqual(
      ['initRolloutEngine', 'onTrainStart 2', 'onTrainEnd 2'].map((event, i) =>
        i === 1 ? 'onTrainStart 0' : event,
      ),
    );
  });

  it('takes the loaders of a backend of the older layout', async () => {
    const asked: unknown[] = [];
    const { trainer, events } = makeTrainer({
      trainDataset: 'train.parquet',
      valDataset: 'val.parquet',
      config: { trainer: { totalEpochs: 2, testFreq: 2 } },
      recording: {
        members: {
          getDataloader: (dataset, state) => {
            asked.push([dataset, state.globalStep]);
            return dataset === 'val.parquet' ? [['v']] : [['a', 'b'], ['c']];
          },
        },
      },
    });
    expect(await trainer.fit()).toMatchObject({ steps: 4, epochs: 2 });
    expect(trainer.state).toMatchObject({ totalSteps: 4, trainDataloader: null });
    expect(asked).toEqual([
      ['train.parquet', 0],
      ['val.parquet', 2],
      ['val.parquet', 4],
      ['val.parquet', 4],
    ]);
    expect(steps(events).at(-2)).toBe('onEpochEnd 4');
  });

  it('takes a loader that ends early, and one that is none is refused', async () => {
    async function* early(): AsyncGenerator<readonly unknown[]> {
      yield ['a'];
    }
    const members = { getDataloader: () => early() as never };
    const { trainer, warnings } = makeTrainer({
      recording: { members },
      config: { trainer: { totalEpochs: 3 } },
    });
    expect(await trainer.fit()).toMatchObject({ steps: 1, epochs: 3, stopReason: 'epochs' });
    expect(trainer.state.totalSteps).toBe(0);
    expect(warnings.map(({ message }) => message)).toEqual(
      [1, 2].map(
        (epoch) =>
          `the loader had no batches for epoch ${epoch} (from 0), so nothing was trained in it`,
      ),
    );
    const none = makeTrainer({ recording: { members: { getDataloader: () => null as never } } });
    await expect(none.trainer.fit()).rejects.toThrow(
      'making the training batches failed: what getDataloader gives must be an iterable of batches of tasks, got null',
    );
  });

  it.each<[unknown, string]>([
    [['ab'], 'reading the next batch failed: a batch must be an array of tasks, got "ab"'],
    [
      Object.assign([['a']], { epoch: Number.NaN }),
      'making the training batches failed: the epoch of what getDataloader gives must be a whole number, 0 or more, got NaN',
    ],
    [
      { length: 'two', *[Symbol.iterator]() {} },
      'making the training batches failed: the length of what getDataloader gives must be a whole number, 0 or more, got "two"',
    ],
  ])('refuses the loader %j', async (loader, message) => {
    const members = { getDataloader: () => loader as never };
    await expect(makeTrainer({ recording: { members } }).trainer.fit()).rejects.toThrow(message);
  });

  it('has the seconds of the step there when onBatchEnd copies them', async () => {
    const seconds: unknown[] = [];
    const { trainer } = makeTrainer({
      recording: {
        at: (member, state) => {
          if (member === 'onBatchEnd') seconds.push(state?.timingDict.step);
        },
      },
    });
    await trainer.fit();
    expect(seconds).toEqual([expect.any(Number), expect.any(Number)]);
  });

  it('plays each task so many times, next to each other, under its own id', async () => {
    const uids: string[] = [];
    const { trainer } = makeTrainer({
      recording: { makesEpisodes: false },
      trainDataset: [{ id: 'a' }, { id: 0 }, 'plain', { id: '' }],
      config: { data: { trainBatchSize: 4 }, rollout: { n: 2, nVal: 1 }, trainer: { testFreq: 1 } },
      valDataset: ['v', { id: 'w' }],
      workflow: async (_, ctx) => {
        uids.push(ctx.uid);
        await ctx.model.chat([{ role: 'user', content: '?' }]);
        return ctx.rolloutIdx;
      },
    });
    await trainer.fit();
    const own = [...uids].map((uid) => uid.replace(/-\d(?=:)/, '-?')).slice(0, 8);
    expect(own.sort()).toEqual([
      '0:0',
      '0:1',
      'a:0',
      'a:1',
      'train-1-task-?:0',
      'train-1-task-?:0',
      'train-1-task-?:1',
      'train-1-task-?:1',
    ]);
    expect(uids.slice(8, 10).sort()).toEqual(['val-1-task-0:0', 'w:0']);
  });

  it('warns of tasks of a batch that have one id, since they are one group', async () => {
    const { trainer, logged, warnings } = makeTrainer({
      trainDataset: [
        { id: 1, question: '1 + 1' },
        { id: '1', question: '2 + 2' },
      ],
      recording: { makesEpisodes: false },
      workflow: async (_, ctx) => {
        await ctx.model.chat([{ role: 'user', content: '?' }]);
        return ctx.rolloutIdx % 2;
      },
    });
    await trainer.fit();
    expect(logged[0]?.groups.map(({ trajectories }) => trajectories.length)).toEqual([4]);
    expect(warnings).toEqual([
      {
        kind: 'mixed-tasks',
        message:
          '1 task has the id of another task of the batch, whose rollouts share a group with theirs: 1',
        places: ['1'],
      },
    ]);
  });

  it('warns of episodes that a backend did not give', async () => {
    const { trainer, warnings } = makeTrainer({
      recording: { rewards: (task) => ((task as { id: string }).id === 'a' ? [1] : [1, 0]) },
    });
    await trainer.fit();
    expect(
      warnings.filter(({ kind }) => kind === 'episodes-missing').map(({ message }) => message),
    ).toEqual(['1 of 4 episodes are missing: 2 tasks with 2 attempts each gave 3']);
  });

  it('tells how it goes on', async () => {
    const { trainer, progress } = makeTrainer({
      valDataset: tasks(1),
      config: { trainer: { testFreq: 2 } },
    });
    await trainer.fit();
    const told = progress.map((event) =>
      [
        event.type,
        event.step,
        event.totalSteps,
        event.type === 'stage' ? event.stage : '',
        event.type === 'episodes'
          ? `${event.mode} ${event.done}/${event.total} ${event.meanReward}`
          : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    );
    expect(told.slice(0, 15)).toEqual([
      'start 0 2',
      'stage 1 2 generate episodes',
      'episodes 1 2 train 1/4 1',
      'episodes 1 2 train 2/4 0.5',
      'episodes 1 2 train 3/4 0.6666666666666666',
      'episodes 1 2 train 4/4 0.5',
      'stage 1 2 transform to groups',
      'stage 1 2 reject groups',
      'stage 1 2 transform batch',
      'stage 1 2 process batch',
      'stage 1 2 compute advantages',
      'stage 1 2 update policy',
      'stage 1 2 show last steps',
      'step 1 2',
      'stage 2 2 generate episodes',
    ]);
    expect(told.slice(-3)).toEqual(['episodes 2 2 val 2/1 0.5', 'validation 2 2', 'stop 2 2']);
    expect(progress.find((event) => event.type === 'step')).toMatchObject({
      metrics: { 'reward/solver/mean': 0.5 },
      seconds: expect.any(Number),
    });
  });
});
