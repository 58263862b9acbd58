import { describe, expect, it } from 'vitest';
import { lakeRun } from '../../../examples/frozen-lake/run.ts';
import { LocalBackend } from '../../../ts/backends/local/local-backend.ts';
import { toLocalBatch } from '../../../ts/backends/local/local-batch.ts';
import { referenceLogprobsOf } from '../../../ts/backends/local/reference-logprobs.ts';
import { getAdvEstimator } from '../../../ts/estimators/registry.ts';
import { withInputs } from '../../../ts/estimators/with-inputs.ts';
import { GroupedRewards } from '../../../ts/kernels/grouped-rewards.ts';
import { UnifiedTrainer } from '../../../ts/trainer/unified-trainer.ts';
import { createStep } from '../../../ts/types/step.ts';
import { createTrajectory } from '../../../ts/types/trajectory.ts';
import { createTrajectoryGroup, type TrajectoryGroup } from '../../../ts/types/trajectory-group.ts';
import { InMemoryStore } from '../../../ts/workflow/in-memory-store.ts';
import { problemsOf } from '../../support/config-problems.ts';
import { register } from '../../support/register.ts';
import { TRAINER } from './support.ts';

interface Lake {
  readonly backend: LocalBackend;
  readonly train: () => Promise<number[]>;
}

/** The frozen lake, where only the estimator compares with the reference; gives the mean reward of each update. */
function lake(
  estimator: string,
  { updates, tasks }: { updates: number; tasks: number },
  onBatch: (groups: readonly TrajectoryGroup[]) => Promise<void> = async () => {},
): Lake {
  const options = { seed: 1, updates, tasks, estimator, warmUpSteps: 20, referenceKl: 0 };
  const run = lakeRun({ ...options, store: new InMemoryStore() });
  const rewards: number[] = [];
  const backend = new LocalBackend({ ...run.backend, workers: 0 });
  const trainer = new UnifiedTrainer({
    ...run.trainer,
    backend,
    config: {
      ...run.config,
      trainer: { ...run.config.trainer, ...TRAINER, valBeforeTrain: false },
    },
    onStep: async (metrics, { groups }) => {
      rewards.push(metrics['reward/agent/mean'] ?? Number.NaN);
      await onBatch(groups ?? []);
      await run.trainer.trainDataset.learn(metrics);
    },
    print: () => {},
    onWarning: () => {},
  });
  const train = async (): Promise<number[]> => {
    await trainer.fit();
    await trainer.shutdown();
    return rewards;
  };
  return { backend, train };
}

describe('a preset that compares with the reference', () => {
  it('learns to cross the frozen lake', async () => {
    const rewards = await lake('openrlhf/reinforce_baseline', { updates: 12, tasks: 6 }).train();
    expect(rewards[0]).toBeLessThan(0.05);
    expect(Math.min(...rewards.slice(-3))).toBeGreaterThan(0.2);
  });

  it('has the log-probabilities of the policy after its warm-up, to the bit', async () => {
    const estimator = 'tinker-cookbook/kl_penalty';
    const distances: number[] = [];
    const { backend, train } = lake(estimator, { updates: 2, tasks: 2 }, async (groups) => {
      const members = groups.flatMap(({ trajectories }) => trajectories);
      const steps = members.flatMap((member) => member.steps);
      const datums = steps.map(({ promptIds, responseIds }) => ({
        tokens: [...promptIds, ...responseIds],
      }));
      const { logprobs } = await backend.policy.forward(datums, { reference: true });
      const refLogprobs = steps.flatMap(({ promptIds }, i) =>
        Array.from(logprobs[i] ?? []).slice(promptIds.length),
      );
      const own = steps.flatMap((step) => step.logprobs);
      distances.push(Math.max(...own.map((l, i) => Math.abs(l - (refLogprobs[i] ?? 0)))));
      const rewards = GroupedRewards.from(
        groups.map(({ trajectories }) => trajectories.map(({ reward }) => reward ?? 0)),
      );
      const made = getAdvEstimator(estimator)(rewards, { groups, tokenRows: { refLogprobs } });
      expect(members.map((member) => member.steps.map(({ advantage }) => advantage))).toEqual(
        made.stepAdvantages,
      );
    });
    await train();
    expect(distances[0]).toBe(0);
    expect(distances[1]).toBeGreaterThan(0.001);
  });

  it('is given them where it has the rest by itself', async () => {
    const values = (groups: readonly TrajectoryGroup[]) =>
      groups.flatMap(({ trajectories }) =>
        trajectories.flatMap(({ steps }) =>
          steps.flatMap(({ responseIds }) => responseIds.map(() => 0)),
        ),
      );
    register('ppo_without_critic', withInputs(getAdvEstimator('trl/ppo'), { values }));
    const rewards = await lake('ppo_without_critic', { updates: 2, tasks: 2 }).train();
    expect(rewards.every(Number.isFinite)).toBe(true);
  });

  it('is refused where it needs more than the backend has', () => {
    expect(problemsOf(() => lake('trl/ppo', { updates: 1, tasks: 1 }))).toEqual([
      expect.stringContaining('the backend "local" give it values (what a critic says'),
    ]);
  });

  it('is refused for steps that nothing can be told of', () => {
    const groups = [
      createTrajectoryGroup({
        groupId: 'a:agent',
        trajectories: [
          createTrajectory({ uid: 't', reward: 1, steps: [createStep({ responseIds: [1] })] }),
        ],
      }),
    ];
    expect(() => referenceLogprobsOf(groups, toLocalBatch(groups))).toThrow(
      'logprobs of step 0 of trajectory t must be there, and promptIds, for an estimator that compares with the reference, got an array of 0',
    );
  });
});
