import { type LearnRun, type Planned, quarters, rounded } from './learn-run.ts';
import { type AdditionOutcome, trainAddition } from './train-addition.ts';

const UPDATES = 250;
const SEEDS = [1, 2, 3];
const MOST_BEFORE = 0.3;
const LEAST_AFTER = 0.9;
/** How far the control's reward and greedy share may come. */
const STILL = 0.05;

/** GRPO in three seeds; and the same with nothing to learn from, which must not get better. */
export const additionRuns: readonly Planned[] = [...SEEDS.map(learning), still(1)];

function learning(seed: number): Planned {
  return async (workers) => {
    const outcome = await trainAddition({ seed, updates: UPDATES, workers });
    const { right, greedy } = outcome;
    const { before, atEnd } = ends(outcome);
    const reached = [...greedy].find(([, share]) => share >= LEAST_AFTER);
    return additionRun('addition, grpo', seed, outcome, {
      wanted: `greedy ≤ ${MOST_BEFORE} before, ≥ ${LEAST_AFTER} within ${UPDATES} updates`,
      came: `${before.toFixed(2)} before (${(100 * right).toFixed(0)} % of the demonstrations right), ${reached ? `${reached[1].toFixed(2)} at ${reached[0]}` : 'not reached'}; ${atEnd.toFixed(2)} at the end`,
      holds: right <= MOST_BEFORE && before <= MOST_BEFORE && reached !== undefined,
    });
  };
}

function still(seed: number): Planned {
  return async (workers) => {
    const outcome = await trainAddition({ seed, updates: UPDATES, shuffled: true, workers });
    const { before, atEnd } = ends(outcome);
    const { first, last } = quarters(outcome.rewards);
    return additionRun('addition, shuffled advantages', seed, outcome, {
      wanted: 'reward and greedy as before',
      came: `reward ${first.toFixed(3)} → ${last.toFixed(3)}, greedy ${before.toFixed(2)} → ${atEnd.toFixed(2)}`,
      holds: Math.abs(last - first) < STILL && atEnd - before < STILL,
    });
  };
}

function ends({ greedy }: AdditionOutcome): { before: number; atEnd: number } {
  return { before: greedy.get(0) ?? Number.NaN, atEnd: [...greedy.values()].at(-1) ?? Number.NaN };
}

function additionRun(
  name: string,
  seed: number,
  { rewards, greedy, cpuSeconds }: AdditionOutcome,
  judged: Pick<LearnRun, 'wanted' | 'came' | 'holds'>,
): LearnRun {
  const curves = {
    reward: rounded(rewards),
    greedyUpdate: [...greedy.keys()],
    greedy: rounded([...greedy.values()]),
  };
  return { name, seed, ...judged, cpuSeconds, curves };
}
