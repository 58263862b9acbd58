// A collection call over a million trajectories as objects, against the least that such a call can do.
// The second half of `npm run bench`.

import {
  calculateGrpoAdvantages,
  collectRewardAndAdvantageFromTrajectoryGroups,
  createStep,
  createTrajectory,
  createTrajectoryGroup,
} from 'upperhand';
import { GroupedRewards } from 'upperhand/kernels';
import { time } from './lib/clock.mjs';
import { collectReport } from './lib/reports.mjs';
import { beginResult, saveResult } from './lib/results.mjs';
import { makeOffsets, makeRewards } from './lib/rewards.mjs';
import { compete } from './lib/rounds.mjs';
import { milliseconds, ratio } from './lib/table.mjs';
import { judge } from './lib/targets.mjs';

const TRAJECTORIES = 1_000_000;
const SIZE = 8;
const ROUNDS = 11;

const result = beginResult('collect');
const rewards = makeRewards(TRAJECTORIES);
const groups = Array.from({ length: TRAJECTORIES / SIZE }, (_, g) =>
  createTrajectoryGroup({
    groupId: `task-${g}:solver`,
    trajectories: Array.from(rewards.subarray(g * SIZE, (g + 1) * SIZE), (reward) =>
      createTrajectory({ name: 'solver', reward, steps: [createStep()] }),
    ),
  }),
);

collect();
checkAdvantages();
const found = await compete(
  [
    { name: 'bare loop', prepare: forget, run: () => time(bareLoop) },
    { name: 'collect', prepare: forget, run: () => time(collect) },
    { name: 'collect, rewards only', prepare: forget, run: () => time(collectRewards) },
  ],
  { base: 'bare loop', rounds: ROUNDS },
);
Object.assign(result, { trajectories: TRAJECTORIES, groupSize: SIZE, rounds: ROUNDS, found });
result.targets = [
  judge(
    'collect, at most 3 × a loop that reads every reward twice and writes every step',
    { atMost: 3 },
    [
      {
        where: 'grpo, groups of 8',
        value: found.collect.ratio,
        why: `three passes over the objects (is anything precomputed, what are the rewards, write the advantages) where the loop makes one of ${milliseconds(found['bare loop'].ms)}; the first two and the metrics of the rewards take ${ratio(found['collect, rewards only'].ratio)} × the loop`,
      },
    ],
  ),
];
const file = saveResult(result, collectReport);
console.log(`${collectReport(result)}\n\n${file}`);

function collect() {
  return collectRewardAndAdvantageFromTrajectoryGroups(groups, { estimator: 'grpo' });
}

function collectRewards() {
  const options = { collectAdvantage: false };
  return collectRewardAndAdvantageFromTrajectoryGroups(groups, { estimator: 'grpo' }, options);
}

/** Reads every reward twice and writes every step's advantage: centred, with no metric and no check. */
function bareLoop() {
  for (const { trajectories } of groups) {
    let sum = 0;
    for (const { reward } of trajectories) sum += reward;
    const mean = sum / trajectories.length;
    for (const { reward, steps } of trajectories) {
      for (const step of steps) step.advantage = reward - mean;
    }
  }
}

/** Steps without advantages: those of the call before would be taken for precomputed ones. */
function forget() {
  for (const { trajectories } of groups)
    for (const { steps } of trajectories) for (const step of steps) step.advantage = null;
}

function checkAdvantages() {
  const grouped = GroupedRewards.fromFlat(rewards, makeOffsets(TRAJECTORIES, SIZE));
  const { values } = calculateGrpoAdvantages(grouped).advantages;
  const written = groups.flatMap(({ trajectories }) =>
    trajectories.map(({ steps }) => steps[0].advantage),
  );
  const at = written.findIndex((advantage, i) => !Object.is(advantage, values[i]));
  if (at >= 0) throw new Error(`advantage ${at} is ${written[at]}, not ${values[at]}`);
}
