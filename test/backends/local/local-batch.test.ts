import { describe, expect, it } from 'vitest';
import { advantagesOf, datumsOf, toLocalBatch } from '../../../ts/backends/local/local-batch.ts';
import { createStep, type StepInit } from '../../../ts/types/step.ts';
import { createTrajectory } from '../../../ts/types/trajectory.ts';
import { createTrajectoryGroup } from '../../../ts/types/trajectory-group.ts';

function batchOf(...steps: StepInit[]) {
  const trajectory = createTrajectory({ uid: 't', name: 'solver', steps: steps.map(createStep) });
  return toLocalBatch([
    createTrajectoryGroup({ groupId: 'task:solver', trajectories: [trajectory] }),
  ]);
}

const first = { promptIds: [1, 2], responseIds: [3, 4], logprobs: [-0.5, -1] };
const second = { promptIds: [1, 2, 3, 4, 5], responseIds: [6], logprobs: [-2] };

describe('a batch', () => {
  it('has a row for steps that go on from each other', () => {
    const { rows, metrics } = batchOf({ ...first, advantage: 2 }, { ...second, advantage: [-3] });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      role: 'solver',
      temperature: 1,
      tokens: [1, 2, 3, 4, 5, 6],
      mask: [0, 0, 1, 1, 0, 1],
      rolloutLogprobs: [0, 0, -0.5, -1, 0, -2],
    });
    expect([...advantagesOf(rows[0] as (typeof rows)[number])]).toEqual([0, 0, 2, 2, 0, -3]);
    expect(metrics).toEqual({
      'batch/skipped_steps': 0,
      'batch/steps_per_traj/mean': 1,
      'batch/merge_compression_ratio': 2,
    });
  });

  it('begins another where the prompt is another, or the temperature', () => {
    const { rows } = batchOf(first, { ...second, promptIds: [1, 2, 3, 9, 5] });
    expect(rows.map(({ tokens }) => tokens)).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 9, 5, 6],
    ]);
    const hot = batchOf(first, { ...second, metadata: { temperature: 1.5 } });
    expect(datumsOf(hot.rows).map(({ temperature }) => temperature)).toEqual([1, 1.5]);
  });

  it('takes the likeliest tokens at temperature 1', () => {
    const { rows } = batchOf({ ...first, metadata: { temperature: 0 } }, second);
    expect(rows).toHaveLength(1);
    expect(() => batchOf({ ...first, metadata: { temperature: 'hot' } })).toThrow('temperature');
  });

  it('counts the steps that nothing can be learned from', () => {
    const { rows, skippedSteps, metrics } = batchOf(
      { ...first, logprobs: [] },
      { ...first, promptIds: [] },
      {},
      first,
    );
    expect([rows.length, skippedSteps]).toEqual([1, 3]);
    expect(metrics).toMatchObject({ 'batch/skipped_steps': 3, 'batch/merge_compression_ratio': 1 });
    expect(toLocalBatch([])).toMatchObject({ rows: [], metrics: { 'batch/skipped_steps': 0 } });
  });

  it('needs an advantage for every answer', () => {
    const rowOf = (advantage: number[] | null) => batchOf({ ...first, advantage }).rows[0];
    expect(() => advantagesOf(rowOf(null) as never)).toThrow(
      'computed before the update, got null',
    );
    expect(() => advantagesOf(rowOf([1]) as never)).toThrow('one number for each of 2 tokens');
  });
});
