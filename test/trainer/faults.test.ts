import { describe, expect, it } from 'vitest';
import { TrainingError } from '../../ts/trainer/training-error.ts';
import { makeTrainer, tasks } from './make-trainer.ts';
import { MEMBERS, type Member } from './recording-backend.ts';

/** What the error calls the part. */
const WHERE: Readonly<Record<Member, string>> = {
  initRolloutEngine: 'initRolloutEngine failed',
  onTrainStart: 'onTrainStart failed',
  onValidationStart: 'onValidationStart failed at step 1',
  onValidationEnd: 'onValidationEnd failed at step 1',
  onEpochStart: 'onEpochStart failed at step 1',
  onBatchStart: 'onBatchStart failed at step 1',
  generateEpisodes: 'stage 1 (generate episodes) failed at step 1',
  transformToBackendBatch: 'stage 4 (transform batch) failed at step 1',
  processBackendBatch: 'stage 5 (process batch) failed at step 1',
  computeAdvantages: 'stage 6 (compute advantages) failed at step 1',
  updatePolicy: 'stage 7 (update policy) failed at step 1',
  onBatchEnd: 'onBatchEnd failed at step 1',
  onEpochEnd: 'onEpochEnd failed at step 2',
  onTrainEnd: 'onTrainEnd failed at step 2',
  shutdown: 'shutdown failed at step 2',
};

const validating = { config: { trainer: { testFreq: 1 } }, valDataset: tasks(1) };

const failures: readonly [string, () => unknown, unknown, string][] = [
  [
    'an error',
    () => {
      throw new Error('planned');
    },
    new Error('planned'),
    'planned',
  ],
  ['a rejection', () => Promise.reject(new TypeError('later')), new TypeError('later'), 'later'],
  [
    'a text',
    () => {
      throw 'no error';
    },
    'no error',
    '"no error"',
  ],
  ['nothing', () => Promise.reject(undefined), undefined, 'undefined'],
];

describe.each(MEMBERS.filter((member) => member !== 'shutdown'))(
  'a run in which %s fails',
  (member) => {
    it.each(failures)(
      'with %s ends once, with the stage named',
      async (_, fail, cause, message) => {
        const { trainer, events, warnings, logged } = makeTrainer({
          ...validating,
          recording: { at: (at) => (at === member ? fail() : undefined) },
        });
        const error = await trainer.fit().then(
          () => null,
          (error: unknown) => error,
        );
        expect(error).toBeInstanceOf(TrainingError);
        expect(error).toMatchObject({ code: 'training-failed', cause });
        expect((error as TrainingError).message).toBe(`${WHERE[member]}: ${message}`);

        const at = events.findIndex((event) => event.startsWith(member));
        const after = events.slice(at + 1);
        expect(after.map((event) => event.split(' ')[0])).toEqual(
          member === 'onTrainEnd' ? ['shutdown'] : ['onTrainEnd', 'shutdown'],
        );
        expect(warnings).toEqual([]);
        const steps = events.filter((event) => event.startsWith('onBatchEnd')).length;
        expect(logged.filter(({ groups }) => groups.length > 0)).toHaveLength(
          member === 'onBatchEnd' ? 0 : steps,
        );
        expect(trainer.state.isTraining).toBe(true);

        await trainer.shutdown();
        expect(events.slice(at + 1)).toEqual(after);
        await expect(trainer.fit()).rejects.toMatchObject({ code: 'invalid-state' });
      },
    );
  },
);

describe('a run that fails', () => {
  it('is not hidden by what fails after it', async () => {
    const failing = new Set<Member>(['updatePolicy', 'onTrainEnd', 'shutdown']);
    const { trainer, events, warnings } = makeTrainer({
      recording: {
        at: (member) => {
          if (failing.has(member)) throw new Error(`${member} broke`);
        },
      },
    });
    await expect(trainer.fit()).rejects.toThrow(
      'stage 7 (update policy) failed at step 1: updatePolicy broke',
    );
    expect(events.slice(-2)).toEqual(['onTrainEnd 1', 'shutdown']);
    expect(warnings.map(({ kind, message }) => [kind, message])).toEqual([
      [
        'cleanup-failed',
        'while the trainer was being ended, onTrainEnd failed at step 1: onTrainEnd broke',
      ],
      [
        'cleanup-failed',
        'while the trainer was being ended, shutdown failed at step 1: shutdown broke',
      ],
    ]);
  });

  it('tells its own error, also where warnings are made errors', async () => {
    const { trainer, events } = makeTrainer({
      onWarning: () => {
        throw new Error('no warnings here');
      },
      recording: {
        at: (member) => {
          if (member === 'onBatchStart' || member === 'onTrainEnd') throw new Error(member);
        },
      },
    });
    await expect(trainer.fit()).rejects.toThrow('onBatchStart failed at step 1: onBatchStart');
    expect(events.at(-1)).toBe('shutdown');
  });

  it('in stage 2: the hook that groups', async () => {
    const { trainer } = makeTrainer({
      trajGroupingHook: () => {
        throw new Error('no groups');
      },
    });
    await expect(trainer.fit()).rejects.toThrow(
      'stage 2 (transform to groups) failed at step 1: no groups',
    );
  });

  it('in stage 3: groups that cannot be told apart', async () => {
    const { trainer } = makeTrainer({
      config: { rejectionSampling: { minTrajsPerGroup: 0 } },
      trajGroupingHook: () => [
        { groupId: 'a:s', trajectories: [], metadata: [], weightVersion: 0 },
      ],
    });
    await expect(trainer.fit()).rejects.toThrow(
      'stage 3 (reject groups) failed at step 1: group "a:s" has no',
    );
  });

  it.each([null, undefined])('in stage 5: a batch that is %s', async (batch) => {
    const { trainer, events } = makeTrainer({
      recording: { members: { transformToBackendBatch: () => batch } },
    });
    await expect(trainer.fit()).rejects.toThrow(
      `stage 5 (process batch) failed at step 1: state.backendBatch must be a batch after processBackendBatch of backend recording, got ${batch}`,
    );
    expect(events.slice(-3)).toEqual(['processBackendBatch 1', 'onTrainEnd 1', 'shutdown']);
  });

  it('in stage 8: the tokenizer', async () => {
    const decode = (): string => {
      throw new RangeError('no such token');
    };
    const { trainer } = makeTrainer({ recording: { members: { tokenizer: { decode } } } });
    await expect(trainer.fit()).rejects.toThrow(
      'stage 8 (show last steps) failed at step 1: no such token',
    );
  });

  it.each([
    [null, 'episodes must be an array of episodes, got null'],
    [{}, 'episodes must be an array of episodes, got an object'],
    [[1], 'episodes[0] must be an episode with an id that is a string, got 1'],
    [new Array(2), 'episodes[0] must be an episode with an id that is a string, got undefined'],
    [[{ id: 'a:0' }], 'episode "a:0" trajectories must be an array, got undefined'],
  ])('for what is no list of episodes: %j', async (episodes, message) => {
    const { trainer } = makeTrainer({
      recording: { members: { generateEpisodes: async () => episodes as never } },
    });
    await expect(trainer.fit()).rejects.toThrow(
      `stage 1 (generate episodes) failed at step 1: ${message}`,
    );
  });

  it('in validation, with the part of it that failed', async () => {
    const { trainer } = makeTrainer({
      ...validating,
      recording: {
        rewards: (_, isValidation) => {
          if (isValidation) throw new Error('the judge is away');
          return [1, 0];
        },
      },
    });
    await expect(trainer.fit()).rejects.toThrow(
      'validation (generate episodes) failed at step 1: the judge is away',
    );
    expect(trainer.state.isTraining).toBe(true);
  });

  it('before a step, when there is a tokenizer that cannot decode', async () => {
    const { trainer } = makeTrainer({ recording: { members: { tokenizer: {} as never } } });
    await expect(trainer.fit()).rejects.toThrow(
      'initRolloutEngine failed: the tokenizer of the backend must be an object with the method decode, got an object',
    );
  });

  it('when the engine is none, or the dataset cannot be opened', async () => {
    const engine = makeTrainer({
      recording: { members: { initRolloutEngine: () => ({}) as never } },
    });
    await expect(engine.trainer.fit()).rejects.toThrow(
      'initRolloutEngine failed: what initRolloutEngine gives must be an engine with the method getModelResponse',
    );
    const data = makeTrainer({ trainDataset: '/no/such/file.jsonl' });
    await expect(data.trainer.fit()).rejects.toThrow(
      /^opening trainDataset failed: \/no\/such\/file\.jsonl: there is no such file$/,
    );
    expect(data.events).toEqual(['shutdown']);
  });

  it('when a task cannot be read', async () => {
    const get = async (i: number): Promise<unknown> => {
      if (i > 0) throw new Error(`task ${i} is gone`);
      return { id: 'a' };
    };
    const { trainer, events } = makeTrainer({
      trainDataset: { length: 4, get },
      config: { data: { trainBatchSize: 1 } },
    });
    await expect(trainer.fit()).rejects.toThrow(
      /^reading the next batch failed.*: task \d is gone$/,
    );
    expect(events.slice(-2)).toEqual([expect.stringMatching('onTrainEnd'), 'shutdown']);
  });

  it('gives rollouts in flight up', async () => {
    const aborted: string[] = [];
    const { trainer } = makeTrainer({
      recording: { makesEpisodes: false },
      config: { workflow: { retryLimit: 1 } },
      workflow: async (task, ctx) => {
        if ((task as { id: string }).id === 'a' && ctx.rolloutIdx === 0)
          throw new Error('fell over');
        await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
        aborted.push(ctx.uid);
        return 0;
      },
      trainDataset: tasks(2),
    });
    await expect(trainer.fit()).rejects.toThrow(
      /^stage 1 \(generate episodes\) failed at step 1: .*fell over/,
    );
    expect(aborted.sort()).toEqual(['a:1', 'b:0', 'b:1']);
  });
});

describe('a run does not end', () => {
  it('by a tracker that throws', async () => {
    const { trainer, warnings } = makeTrainer({
      tracking: {
        log: () => {
          throw new Error('disk full');
        },
        finish: () => Promise.reject(new Error('still full')),
      },
    });
    expect(await trainer.fit()).toMatchObject({ steps: 2, untracked: { 'trackers[0]': 2 } });
    await trainer.shutdown();
    expect(warnings.map(({ kind }) => kind)).toEqual(['tracker-failed']);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('terminal is gone');
      },
    ],
    ['rejects', () => Promise.reject(new Error('terminal is gone'))],
  ])('by an onProgress that %s', async (_, onProgress) => {
    const { trainer, warnings } = makeTrainer({ onProgress });
    expect(await trainer.fit()).toMatchObject({ steps: 2 });
    expect(new Set(warnings.map(({ message }) => message))).toEqual(
      new Set(['onProgress failed: terminal is gone']),
    );
  });

  it('by a batch without episodes, which is a step all the same', async () => {
    const { trainer, events, logged } = makeTrainer({
      recording: { members: { generateEpisodes: async () => [] } },
    });
    expect(await trainer.fit()).toMatchObject({ steps: 2, stopReason: 'epochs' });
    expect(logged.map(({ step, metrics, groups }) => [step, metrics, groups])).toEqual([
      [1, {}, []],
      [2, {}, []],
    ]);
    expect(events.filter((event) => /updatePolicy|transform/.test(event))).toEqual([]);
    expect(trainer.state.weightVersion).toBe(0);
  });
});

describe('shutdown', () => {
  it('tells the first thing that failed, and frees the rest', async () => {
    let finished = 0;
    const { trainer, warnings } = makeTrainer({
      tracking: { log: () => {}, finish: () => void finished++ },
      recording: {
        at: (member) => {
          if (member === 'shutdown') throw new Error('the server is away');
        },
      },
    });
    await trainer.fit();
    await expect(trainer.shutdown()).rejects.toThrow(
      'shutdown failed at step 2: the server is away',
    );
    await trainer.shutdown();
    expect([finished, warnings]).toEqual([1, []]);
  });

  it('gives up a run that is going on, and waits for its end', async () => {
    const { trainer, events } = makeTrainer({
      recording: { makesEpisodes: false },
      workflow: async (_, ctx) => {
        await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
        return 0;
      },
    });
    const running = trainer.fit().then(
      () => 'ended',
      () => 'failed',
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
    await trainer.shutdown();
    expect(await running).toBe('failed');
    expect(events.slice(-3)).toEqual(['onBatchStart 1', 'onTrainEnd 1', 'shutdown']);
  });
});
