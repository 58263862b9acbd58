import { describe, expect, it } from 'vitest';
import { makeTrainer, tasks } from './make-trainer.ts';

/** The ids of the groups of each update. */
async function trained(
  rewards: Readonly<Record<string, readonly number[]>>,
  minPartialSolveTasks: number,
  more: object = {},
): Promise<{ updates: string[][]; harness: ReturnType<typeof makeTrainer> }> {
  const updates: string[][] = [];
  const ids = Object.keys(rewards);
  const harness = makeTrainer({
    trainDataset: ids.map((id) => ({ id })),
    config: {
      data: { trainBatchSize: 1, seed: 0 },
      rejectionSampling: { mode: 'episode', minPartialSolveTasks },
      ...more,
    },
    recording: {
      rewards: (task) => rewards[(task as { id: string }).id] as number[],
      members: {
        // In the order of their names, so that a test reads as what it is about.
        getDataloader: () => ids.map((id) => [{ id }]),
      },
      at: (member, state) => {
        if (member === 'updatePolicy')
          updates.push((state?.trajectoryGroups ?? []).map(({ groupId }) => groupId));
      },
    },
  });
  await harness.trainer.fit();
  return { updates, harness };
}

describe('rejection sampling in the loop', () => {
  it('case 67: what one batch gathers counts in the next', async () => {
    const { updates, harness } = await trained({ a: [1, 0], b: [1, 0] }, 2);
    expect(updates).toEqual([['a:solver', 'b:solver']]);
    const counts = harness.logged.map(({ metrics }) => [
      metrics['batch/num_tasks'],
      metrics['batch/solve_partial'],
      metrics['batch/groups_after_filter'],
    ]);
    expect(counts).toEqual([
      [1, 1, 1],
      [2, 1, 2],
    ]);
    expect(harness.logged[1]?.episodes.map(({ id }) => id)).toEqual(['a:0', 'a:1', 'b:0', 'b:1']);
  });

  it('case 68: what was released is not released again', async () => {
    const { updates, harness } = await trained({ a: [1, 0], b: [1, 0], c: [0, 1] }, 1);
    expect(updates).toEqual([['a:solver'], ['b:solver'], ['c:solver']]);
    expect(harness.logged.map(({ metrics }) => metrics['batch/num_tasks'])).toEqual([1, 1, 1]);
  });

  it('case 68: in mode none the counts are those of the batch', async () => {
    const { updates, harness } = await trained({ a: [1, 0], b: [1], c: [0, 1] }, 1, {
      rejectionSampling: { mode: 'none' },
    });
    expect(updates).toEqual([['a:solver'], ['c:solver']]);
    const dropped = harness.logged.map(
      ({ metrics }) => metrics['batch/groups_dropped_insufficient_trajs'],
    );
    expect(dropped).toEqual([0, 1, 0]);
  });

  it('trains on solved and unsolved tasks together with one solved in part', async () => {
    const { updates, harness } = await trained({ a: [1, 1], b: [0, 0], c: [1, 0], d: [1, 0] }, 1);
    expect(updates).toEqual([['a:solver', 'b:solver', 'c:solver'], ['d:solver']]);
    expect(harness.logged[2]?.metrics).toMatchObject({
      'batch/num_tasks': 3,
      'batch/solve_all': 1 / 3,
      'batch/solve_none': 1 / 3,
      'batch/solve_partial': 1 / 3,
    });
  });

  it('says what it still held back when the data ended', async () => {
    const { updates, harness } = await trained({ a: [1, 1], b: [0, 0] }, 1);
    expect(updates).toEqual([]);
    expect(harness.warnings.map(({ message }) => message)).toEqual([
      'rejection sampling still held back 2 groups of 4 episodes when the run ended: too few tasks were solved in part, and nothing was trained on them',
    ]);
    expect(harness.trainer.state).toMatchObject({ globalStep: 2, weightVersion: 0 });
  });

  it('case 83: means are of what is trained on, and the number before is stated', async () => {
    const { trainer, logged } = makeTrainer({
      trainDataset: tasks(2),
      recording: { rewards: (task) => ((task as { id: string }).id === 'a' ? [1, 0] : [0]) },
    });
    await trainer.fit();
    expect(logged[0]?.metrics).toMatchObject({
      'reward/solver/mean': 0.5,
      'batch/groups_before_filter': 2,
      'batch/groups_after_filter': 1,
      'batch/groups_dropped_insufficient_trajs': 1,
    });
  });
});

describe('dynamic sampling', () => {
  it('drops groups within a tolerance, and counts them', async () => {
    const updates: string[][] = [];
    const { trainer, logged } = makeTrainer({
      trainDataset: tasks(2),
      dropUniform: { tolerance: 0.1 },
      recording: {
        rewards: (task) => ((task as { id: string }).id === 'a' ? [0.5, 0.55] : [1, 0]),
        at: (member, state) => {
          if (member === 'updatePolicy')
            updates.push((state?.trajectoryGroups ?? []).map(({ groupId }) => groupId));
        },
      },
    });
    await trainer.fit();
    expect(updates).toEqual([['b:solver']]);
    expect(logged[0]?.metrics['batch/groups_dropped_uniform']).toBe(1);
  });

  it('refuses a rule that is none', () => {
    expect(() => makeTrainer({ dropUniform: { tolerance: -1 } })).toThrow(/dropUniform/);
  });

  it('warns of a step whose groups are all too small', async () => {
    const { trainer, events, warnings } = makeTrainer({
      config: { rollout: { n: 1 } },
      recording: { rewards: () => [1] },
    });
    await trainer.fit();
    expect(events.filter((event) => event.startsWith('updatePolicy'))).toEqual([]);
    const small = warnings.filter(({ kind }) => kind === 'groups-too-small');
    expect(small.map(({ message }) => message)).toContain(
      'step 1 trains on none of its 2 groups, all smaller than TrainerConfig.rejectionSampling.minTrajsPerGroup, 2; TrainerConfig.rollout.n is 1',
    );
  });
});
