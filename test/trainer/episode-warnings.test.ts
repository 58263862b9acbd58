import { expect, it } from 'vitest';
import { makeTrainer, tasks } from './make-trainer.ts';

it('tells which rollouts failed in training, and why', async () => {
  const { trainer, warnings } = makeTrainer({
    recording: { makesEpisodes: false },
    trainDataset: tasks(2),
    config: { workflow: { raiseOnError: false, retryLimit: 1 } },
    workflow: async (task, ctx) => {
      await ctx.model.chat([{ role: 'user', content: '?' }]);
      if ((task as { id: string }).id === 'a') throw new Error('no such table');
      return ctx.rolloutIdx;
    },
  });
  await trainer.fit();
  await trainer.shutdown();
  const told = warnings.filter(({ kind }) => kind === 'episodes-failed');
  expect(told.map(({ message }) => message)).toEqual([
    '2 of 4 episodes ended with an error: a:0 (no such table); a:1 (no such table)',
  ]);
});

it('tells that a workflow never asked the model', async () => {
  const { trainer, warnings } = makeTrainer({
    recording: { makesEpisodes: false },
    trainDataset: tasks(2),
    workflow: async () => 1,
  });
  expect(await trainer.fit()).toMatchObject({ steps: 1 });
  await trainer.shutdown();
  const told = warnings.filter(({ kind }) => kind === 'trajectories-without-steps');
  expect(told.map(({ message }) => message)).toEqual([
    'trajectories without steps, from which nothing can be learned: a:0:agent, a:1:agent, b:0:agent, b:1:agent; a workflow records steps when it asks ctx.model, ctx.fetch or ctx.languageModel',
  ]);
});
