import { cellName, STARTS } from '../../examples/frozen-lake/lake.ts';
import { type LearnRun, mean, type Planned, quarters, rounded } from './learn-run.ts';
import { type LakeOptions, type LakeOutcome, trainLake } from './train-lake.ts';

const UPDATES = 80;
const ALL = STARTS.length;
const SEEDS = [1, 2, 3];
const OTHER_ESTIMATORS = ['rloo', 'reinforce_plus_plus_baseline', 'prpo'];
/** Estimators and losses side by side, each with two optimizer steps an update, so that ratios leave 1. */
const METHODS: Readonly<Record<string, Pick<LakeOptions, 'estimator' | 'algorithm'>>> = {
  GRPO: { algorithm: { lossFn: 'ppo' } },
  'Dr. GRPO': { algorithm: { lossFn: 'ppo', normAdvByStdInGrpo: false } },
  RLOO: { estimator: 'rloo', algorithm: { lossFn: 'importance_sampling' } },
  GSPO: { algorithm: { lossFn: 'gspo', lossAggMode: 'token-mean' } },
  CISPO: { algorithm: { lossFn: 'cispo', epsClip: 1, epsClipHigh: 3 } },
  DAPO: { algorithm: { lossFn: 'ppo', epsClipHigh: 0.28, lossAggMode: 'token-mean' } },
  'REINFORCE++': { estimator: 'verl/reinforce_plus_plus', algorithm: { lossFn: 'ppo' } },
};
/** Success of sampled games that the hardest start must have. */
const LEAST = 0.95;
/** How far a control's reward may come, and how many more starts its likeliest moves may lead to the goal from. */
const STILL = { reward: 0.05, starts: 2 };

/** GRPO in three seeds, and the other estimators. */
export const lakeRuns: readonly Planned[] = [
  ...SEEDS.map((seed) => learning('grpo', seed, LEAST)),
  ...OTHER_ESTIMATORS.map((estimator) => learning(estimator, 1)),
];

/** Each method once, over the same tasks. */
export const methodRuns: readonly Planned[] = Object.entries(METHODS).map(
  ([name, options]) =>
    async (workers) => {
      const outcome = await trainLake({
        seed: 1,
        updates: UPDATES,
        numMinibatches: 2,
        workers,
        ...options,
      });
      const { before, after, allAt, sampled } = outcome;
      return lakeRun(name, 1, outcome, {
        wanted: `all ${ALL} starts within ${UPDATES} updates`,
        came: `${before} before, ${ALL} at ${allAt ?? 'no update'}, ${after} at the end; sampled ${mean(sampled).toFixed(3)}`,
        holds: allAt !== null,
      });
    },
);

/** The same with nothing to learn from: not a setting differs but the one that is named. */
export const controlRuns: readonly Planned[] = [
  still('learning rate 0', { seed: 1, learningRate: 0 }),
  ...SEEDS.map((seed) => still('shuffled advantages', { seed, shuffled: true })),
];

function learning(estimator: string, seed: number, least?: number): Planned {
  return async (workers) => {
    const outcome = await trainLake({ seed, updates: UPDATES, estimator, workers });
    const { before, after, allAt, sampled } = outcome;
    const hardest = Math.min(...sampled);
    const sampledToo = least === undefined ? '' : `, sampled ≥ ${least} at the hardest`;
    return lakeRun(`frozen-lake, ${estimator}`, seed, outcome, {
      wanted: `all ${ALL} starts within ${UPDATES} updates${sampledToo}`,
      came: `${before} before, ${ALL} at ${allAt ?? 'no update'}, ${after} at the end; sampled ${hardest.toFixed(3)} at the hardest`,
      holds: allAt !== null && (least === undefined || hardest >= least),
    });
  };
}

function still(
  what: string,
  options: Pick<LakeOptions, 'seed' | 'learningRate' | 'shuffled'>,
): Planned {
  return async (workers) => {
    const outcome = await trainLake({ ...options, updates: UPDATES, workers });
    const { before, after, sampled, rewards } = outcome;
    const { first, last } = quarters(rewards);
    return lakeRun(`frozen-lake, ${what}`, options.seed, outcome, {
      wanted: 'reward and starts as before',
      came: `reward ${first.toFixed(3)} → ${last.toFixed(3)}, starts ${before} → ${after}; sampled ${mean(sampled).toFixed(3)} at the end`,
      holds: Math.abs(last - first) < STILL.reward && after - before <= STILL.starts,
    });
  };
}

function lakeRun(
  name: string,
  seed: number,
  { rewards, won, success, sampled, cpuSeconds }: LakeOutcome,
  judged: Pick<LearnRun, 'wanted' | 'came' | 'holds'>,
): LearnRun {
  const byStart = <T>(of: (place: number) => T) =>
    Object.fromEntries(STARTS.map((start, place) => [cellName(start), of(place)]));
  const curves = {
    reward: rounded(rewards),
    greedyStarts: rounded([...won.values()]),
    success: byStart((place) => rounded(success.map((of) => of[place]))),
    sampledAtEnd: byStart((place) => rounded([sampled[place]])),
  };
  return { name, seed, ...judged, cpuSeconds, curves };
}
