// A project that uses upperhand as its documentation says: an estimator of its own for one role, the
// built-in ones for the others, and configs of both layouts.

import {
  type AdvEstimator,
  AlgorithmConfig,
  collectRewardAndAdvantageFromTrajectoryGroups,
  createStep,
  createTrajectory,
  createTrajectoryGroup,
  getAdvEstimator,
  registerAdvEstimator,
  type TrajectoryGroup,
} from 'upperhand';

/** Above its group's best: 1. Otherwise what is missing, negative. */
const gapToBest: AdvEstimator = (rewards) => ({
  advantages: Array.from(rewards, (group) => {
    const best = Math.max(...group);
    return Array.from(group, (reward) => (reward === best ? 1 : reward - best));
  }),
});
registerAdvEstimator('gap_to_best', gapToBest);

function group(groupId: string, rewards: readonly number[]): TrajectoryGroup {
  const trajectories = rewards.map((reward) => createTrajectory({ reward, steps: [createStep()] }));
  return createTrajectoryGroup({ groupId, trajectories });
}

function show(title: string, config: AlgorithmConfig): void {
  const groups = [
    group('t1:solver', [1, 0, 0, 1]),
    group('t1:judge', [0.5, 0.25]),
    group('t2:solver', [3, 1]),
  ];
  const metrics = collectRewardAndAdvantageFromTrajectoryGroups(groups, config);
  console.log(title);
  for (const { groupId, trajectories } of groups) {
    console.log(`  ${groupId} ${trajectories.map(({ steps }) => steps[0]?.advantage).join(' ')}`);
  }
  console.log(`  advantage/judge/max ${metrics['advantage/judge/max']}`);
}

const estimatorMap = { judge: 'gap_to_best' };

const current = {
  rllm: {
    algorithm: { adv_estimator: 'rloo' },
    stepwise_advantage: { mode: 'broadcast' },
  },
};
show('current layout', AlgorithmConfig.fromConfig(current, { estimatorMap }));

const older = {
  algorithm: { adv_estimator: 'grpo' },
  rllm: { stepwise_advantage: { mode: 'broadcast', norm_adv_by_std_in_grpo: false } },
};
show('older layout', AlgorithmConfig.fromConfig(older, { estimatorMap }));

console.log(getAdvEstimator('gap_to_best') === gapToBest);
