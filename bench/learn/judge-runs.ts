import { mean, type Planned, rounded } from './learn-run.ts';
import { trainJudge } from './train-judge.ts';

const UPDATES = 300;
const SEEDS = [1, 2, 3];
/** Two verdicts are possible; of 60 pairs a judge that knows nothing has seldom more right by luck. */
const MOST_BEFORE = 0.65;
const LEAST_AFTER = 0.85;
/** Updates whose mean reward is the solver's at the beginning, and at the end. */
const SOME = 5;
const LEAST_UP = 0.1;

export const judgeRuns: readonly Planned[] = SEEDS.map((seed) => async (workers) => {
  const outcome = await trainJudge({ seed, updates: UPDATES, workers });
  const { solver, judge, unseenPairs, unseenQuestions, reachedAt, cpuSeconds } = outcome;
  const before = unseenPairs.get(0) ?? Number.NaN;
  const atEnd = [...unseenPairs.values()].at(-1) ?? Number.NaN;
  const reward = { first: mean(solver.slice(0, SOME)), last: mean(solver.slice(-SOME)) };
  return {
    name: 'solver-judge',
    seed,
    wanted: `unseen pairs ≤ ${MOST_BEFORE} before, ≥ ${LEAST_AFTER} within ${UPDATES} updates; the solver's reward up`,
    came: `${before.toFixed(2)} before, ${reachedAt === null ? 'not reached' : `${unseenPairs.get(reachedAt)?.toFixed(2)} at ${reachedAt}`}, ${atEnd.toFixed(2)} at the end; solver ${reward.first.toFixed(2)} → ${reward.last.toFixed(2)}`,
    holds: before <= MOST_BEFORE && reachedAt !== null && reward.last - reward.first >= LEAST_UP,
    cpuSeconds,
    curves: {
      solverReward: rounded(solver),
      judgeReward: rounded(judge),
      unseenUpdate: [...unseenPairs.keys()],
      unseenPairs: rounded([...unseenPairs.values()]),
      unseenQuestions: rounded([...unseenQuestions.values()]),
    },
  };
});
