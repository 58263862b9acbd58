// Public cases, sections 7 and 8, as far as the loop goes; 67, 68 and 83 are in rejection.test.ts, 85 and 86 in
// train-loop.test.ts, 22 in read-trainer-options.test.ts.
import { expect, it } from 'vitest';
import { createEpisode } from '../../ts/types/episode.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import type { WorkflowContext } from '../../ts/workflow/workflow-context.ts';
import { makeTrainer, tasks } from './make-trainer.ts';

const ask = (ctx: WorkflowContext) => ctx.model.chat([{ role: 'user', content: '?' }]);

it('case 71: episodes that are lost stay in the denominator, and their number is told', async () => {
  const { trainer, warnings } = makeTrainer({
    recording: { makesEpisodes: false },
    valDataset: Array.from({ length: 100 }, (_, id) => ({ id })),
    config: { workflow: { raiseOnError: false, retryLimit: 1 } },
    workflow: async (task, ctx) => {
      const { id } = task as { id: number };
      await ask(ctx);
      if (id < 20) throw new Error('the sandbox is gone');
      return id < 60;
    },
  });
  expect(await trainer.validate()).toMatchObject({ 'val/unknown/pass@1': 0.4 });
  expect(warnings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(
      /^20 of 100 validation episodes ended with an error and count as wrong: 0:0 \(the sandbox is gone\); 1:0/,
    ),
  );
  await trainer.shutdown();
});

it('case 74: a rollout that timed out is in no group', async () => {
  const advantages: unknown[] = [];
  const { trainer } = makeTrainer({
    trainDataset: tasks(1),
    config: {
      data: { trainBatchSize: 1 },
      rollout: { n: 3 },
      compactFiltering: { enable: true, mask: ['timeout'] },
    },
    recording: {
      makesEpisodes: false,
      at: (member, state) => {
        if (member !== 'updatePolicy') return;
        for (const { trajectories } of state?.trajectoryGroups ?? [])
          advantages.push(trajectories.map(({ steps }) => steps.map(({ advantage }) => advantage)));
      },
    },
    workflow: async (_, ctx) => {
      await ask(ctx);
      const timedOut = ctx.rolloutIdx === 2;
      const trajectory = createTrajectory({ name: 'agent', reward: ctx.rolloutIdx === 0 });
      return createEpisode({
        terminationReason: timedOut ? 'timeout' : 'env_done',
        trajectories: [trajectory],
      });
    },
  });
  await trainer.fit();
  await trainer.shutdown();
  expect(advantages).toEqual([[[0.999998000004], [-0.999998000004]]]);
});

it('case 76: a rollout that throws is counted, and the others are trained on with their weight version', async () => {
  const trained: unknown[] = [];
  const { trainer, logged } = makeTrainer({
    trainDataset: tasks(2),
    config: { rollout: { n: 3 }, workflow: { raiseOnError: false, retryLimit: 1 } },
    recording: {
      makesEpisodes: false,
      at: (member, state) => {
        if (member !== 'updatePolicy') return;
        for (const { groupId, trajectories } of state?.trajectoryGroups ?? []) {
          const steps = trajectories.flatMap((trajectory) => trajectory.steps);
          trained.push([
            groupId,
            steps.map(({ advantage }) => advantage),
            steps.map(({ weightVersion }) => weightVersion),
          ]);
        }
      },
    },
    workflow: async (task, ctx) => {
      if ((task as { id: string }).id === 'a' && ctx.rolloutIdx === 2)
        throw new Error('no such tool');
      await ask(ctx);
      return ctx.rolloutIdx === 0;
    },
  });
  await trainer.fit();
  await trainer.shutdown();
  expect(logged[0]?.metrics).toMatchObject({
    'batch/termination_reason/error': 1 / 6,
    'batch/termination_reason/env_done': 5 / 6,
    'groups/num_trajs_after_filter': 5,
  });
  expect(trained.sort()).toEqual([
    ['a:agent', [0.999998000004, -0.999998000004], [0, 0]],
    ['b:agent', [1.4142105623794592, -0.7071052811897295, -0.7071052811897295], [0, 0, 0]],
  ]);
});

it('case 79: no pass@k for more attempts than there were', async () => {
  const { trainer } = makeTrainer({ valDataset: tasks(2), recording: { rewards: () => [1] } });
  const metrics = await trainer.validate();
  expect(Object.keys(metrics).filter((key) => key.includes('pass@'))).toEqual([
    'val/unknown/pass@1',
  ]);
});

it('case 80: ragged attempts: pass@1 is over attempts, pass@2 over tasks', async () => {
  const { trainer } = makeTrainer({
    valDataset: tasks(2),
    config: { rollout: { nVal: 2 } },
    recording: { rewards: (task) => ((task as { id: string }).id === 'a' ? [1, 0] : [0]) },
  });
  expect(await trainer.validate()).toMatchObject({
    'val/unknown/pass@1': 1 / 3,
    'val/unknown/pass@2': 0.5,
  });
});
