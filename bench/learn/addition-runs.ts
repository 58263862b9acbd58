import { type Planned, rounded } from './learn-run.ts';
import { trainAddition } from './train-addition.ts';

const UPDATES = 400;
const SEEDS = [1, 2, 3];
const MOST_BEFORE = 0.3;
const LEAST_AFTER = 0.9;

export const additionRuns: readonly Planned[] = SEEDS.map((seed) => async (workers) => {
  const outcome = await trainAddition({ seed, updates: UPDATES, workers });
  const { right, greedy, rewards, cpuSeconds } = outcome;
  const before = greedy.get(0) ?? Number.NaN;
  const reached = [...greedy].find(([, share]) => share >= LEAST_AFTER);
  const atEnd = [...greedy.values()].at(-1) ?? Number.NaN;
  return {
    name: 'addition, grpo',
    seed,
    wanted: `greedy ≤ ${MOST_BEFORE} before, ≥ ${LEAST_AFTER} within ${UPDATES} updates`,
    came: `${before.toFixed(2)} before (${(100 * right).toFixed(0)} % of the demonstrations right), ${reached ? `${reached[1].toFixed(2)} at ${reached[0]}` : 'not reached'}; ${atEnd.toFixed(2)} at the end`,
    holds: right <= MOST_BEFORE && before <= MOST_BEFORE && reached !== undefined,
    cpuSeconds,
    curves: {
      reward: rounded(rewards),
      greedyUpdate: [...greedy.keys()],
      greedy: rounded([...greedy.values()]),
    },
  };
});
