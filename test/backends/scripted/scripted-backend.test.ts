import { describe, expect, it } from 'vitest';
import {
  ScriptedBackend,
  type ScriptedEvent,
} from '../../../ts/backends/scripted/scripted-backend.ts';
import { toScriptedBatch } from '../../../ts/backends/scripted/scripted-batch.ts';
import { UnifiedTrainer } from '../../../ts/trainer/unified-trainer.ts';
import { createStep } from '../../../ts/types/step.ts';
import { createTrajectory } from '../../../ts/types/trajectory.ts';
import { createTrajectoryGroup } from '../../../ts/types/trajectory-group.ts';

describe('a batch', () => {
  const steps = [
    createStep({ promptIds: [1, 2], responseIds: [3, 4], logprobs: [-0.5, -1], advantage: 2 }),
    createStep({
      promptIds: [1, 2, 3, 4, 5],
      responseIds: [6, 7],
      logprobs: [-0.25, -0.5],
      advantage: [0.5, -0.5],
      weightVersion: 3,
    }),
    createStep({ responseIds: [8], logprobs: [-1] }),
    createStep({ responseIds: [8] }),
    createStep(),
  ];
  const group = createTrajectoryGroup({
    groupId: 'task-7:solver',
    trajectories: [createTrajectory({ uid: 't', name: 'solver', steps })],
  });

  it('is training data, a row for each step that has tokens and log-probabilities', () => {
    const { rows, skippedSteps } = toScriptedBatch([group]);
    expect(skippedSteps).toBe(2);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toEqual({
      groupId: 'task-7:solver',
      role: 'solver',
      trajectoryUid: 't',
      stepIndex: 0,
      tokens: [1, 2, 3, 4],
      promptLength: 2,
      logprobs: [-0.5, -1],
      mask: [1, 1],
      advantages: [2, 2],
      weightVersion: null,
    });
    expect(rows[1]).toMatchObject({ stepIndex: 1, advantages: [0.5, -0.5], weightVersion: 3 });
    expect(rows[2]).toMatchObject({ stepIndex: 2, promptLength: 0, advantages: [] });
  });

  it('of no groups is empty', () => {
    expect(toScriptedBatch([])).toEqual({ rows: [], skippedSteps: 0 });
  });
});

describe('a run', () => {
  async function train() {
    const events: ScriptedEvent[] = [];
    const logged: Record<string, number>[] = [];
    const trainer = new UnifiedTrainer<{ readonly id: string }>({
      backend: new ScriptedBackend({
        // Every second rollout of a task answers rightly.
        respond: (_, { uid }) => (uid.endsWith('0') ? 'yes' : 'no'),
        onEvent: (event) => events.push(event),
      }),
      workflow: async ({ id }, ctx) => {
        const { content } = await ctx.model.chat([{ role: 'user', content: id }]);
        return content === 'yes';
      },
      trainDataset: [{ id: 'a' }, { id: 'b' }],
      valDataset: [{ id: 'c' }],
      config: {
        data: { trainBatchSize: 2 },
        rollout: { n: 2 },
        trainer: { totalEpochs: 2, testFreq: 2 },
      },
      tracking: { log: (metrics) => void logged.push({ ...metrics }) },
      print: () => {},
      onWarning: () => {},
    });
    const result = await trainer.fit();
    await trainer.shutdown();
    return { events, logged, result };
  }

  it('tells what the model sent and what the trainer called', async () => {
    const { events } = await train();
    const hooks = events.flatMap((event) => (event.type === 'hook' ? event.hook : []));
    expect(hooks[0]).toBe('onTrainStart');
    expect(hooks.slice(1, 7)).toEqual([
      'onEpochStart',
      'onBatchStart',
      'transformToBackendBatch',
      'processBackendBatch',
      'updatePolicy',
      'onBatchEnd',
    ]);
    expect(hooks).toContain('onValidationStart');
    expect(hooks.at(-1)).toBe('onTrainEnd');
    expect(events.at(-1)).toEqual({ type: 'shutdown' });
    const answers = events.filter(({ type }) => type === 'answer');
    expect(answers.length).toBeGreaterThanOrEqual(2 * 4 + 1);
  });

  it('gives each update the tokens, log-probabilities and advantages of its rollouts', async () => {
    const { events, logged } = await train();
    const updates = events.flatMap((event) => (event.type === 'update' ? event : []));
    expect(updates.map(({ globalStep }) => globalStep)).toEqual([1, 2]);
    for (const { batch } of updates) {
      expect(batch.skippedSteps).toBe(0);
      expect(batch.rows).toHaveLength(4);
      for (const { tokens, promptLength, logprobs, mask, advantages } of batch.rows) {
        const answer = tokens.slice(promptLength);
        expect(answer.length).toBe(answer[0] === 'y'.charCodeAt(0) ? 4 : 3);
        expect([logprobs.length, mask.length, advantages.length]).toEqual(
          Array(3).fill(answer.length),
        );
        // Two rollouts of which one is right: both are one standard deviation from the mean.
        const sign = answer[0] === 'y'.charCodeAt(0) ? 1 : -1;
        for (const advantage of advantages) expect(advantage * sign).toBeCloseTo(1, 4);
      }
    }
    // 'yes' and 'no', each with its end, twice.
    expect(logged[0]).toMatchObject({
      'scripted/rows': 4,
      'scripted/tokens': 14,
      'scripted/skipped_steps': 0,
      'scripted/loss': expect.any(Number),
    });
  });

  it('has answers of newer weights after an update', async () => {
    const { events } = await train();
    const versions = events.flatMap((event) =>
      event.type === 'update' ? event.batch.rows.map((row) => row.weightVersion) : [],
    );
    expect(versions).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  });
});

describe('options', () => {
  it.each([
    [{ respnd: () => '' }, 'unknown option "respnd"; did you mean respond?'],
    [{}, 'respond must be a function that answers messages, got undefined'],
  ])('%j are refused', (options, message) => {
    expect(() => new ScriptedBackend(options as never)).toThrow(message);
  });
});
