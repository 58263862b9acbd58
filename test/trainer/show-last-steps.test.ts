import { describe, expect, it } from 'vitest';
import { describeLastStep } from '../../ts/trainer/describe-last-step.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { createTrajectoryGroup } from '../../ts/types/trajectory-group.ts';
import { makeTrainer, tasks } from './make-trainer.ts';

const tokenizer = { decode: (ids: readonly number[]) => ids.map((id) => `<${id}>`).join('') };

describe('the print of last steps', () => {
  it('shows one of up to two groups at each step, the same ones in equal runs', async () => {
    const run = async (seed: number): Promise<string[]> => {
      const { trainer, printed } = makeTrainer({
        trainDataset: tasks(8),
        config: { data: { trainBatchSize: 4, seed } },
        recording: { members: { tokenizer } },
      });
      await trainer.fit();
      return printed;
    };
    const first = await run(7);
    expect(first).toHaveLength(4);
    expect(await run(7)).toEqual(first);
    expect(await run(8)).not.toEqual(first);
    expect(first[0]).toMatch(
      /^task [a-h] \| rollout [01] \| solver \| (in)?correct \| env_done \| reward [01]\n<1>\n-+\n<2>$/,
    );
  });

  it('shows other ones at another step, though the tasks are the same', async () => {
    const { trainer, printed } = makeTrainer({
      config: { trainer: { totalEpochs: 4 } },
      recording: { members: { tokenizer, getDataloader: () => [tasks(8)] } },
    });
    await trainer.fit();
    expect(new Set(printed).size).toBeGreaterThan(2);
  });

  it('is none without a tokenizer', async () => {
    const { trainer, printed } = makeTrainer();
    await trainer.fit();
    expect(printed).toEqual([]);
  });

  it('cuts long texts in the middle, and says how much', () => {
    const group = createTrajectoryGroup({
      groupId: 't:s',
      trajectories: [
        createTrajectory({
          name: 's',
          reward: 0.5,
          steps: [createStep(), createStep({ promptIds: [1] })],
        }),
        createTrajectory(),
      ],
    });
    const long = { decode: () => 'x'.repeat(600) };
    expect(describeLastStep(group, 0, long)).toBe(
      `task t:s | s | reward 0.5\n${'x'.repeat(256)} … (88 characters) … ${'x'.repeat(256)}\n----------------\n(empty)`,
    );
    expect(describeLastStep(group, 1, long)).toBeNull();
  });
});
