import { UpperhandError } from '../../errors/upperhand-error.ts';
import { kernelsOr } from '../../kernels/active-kernels.ts';
import { GroupedRewards } from '../../kernels/grouped-rewards.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { runSpec } from '../spec/run-spec.ts';
import { runStepSpec } from '../step/run-step-spec.ts';
import type { StepRows } from '../step/step-rows.ts';
import type { StepSpec } from '../step/step-spec.ts';
import { runTokenSpec } from '../token/run-token-spec.ts';
import type { TokenRows } from '../token/token-rows.ts';
import type { TokenSpec } from '../token/token-spec.ts';
import { createTrackerState } from '../tracker/tracker-state.ts';
import { checkAnySpec } from './check-any-spec.ts';

/** What two estimators make of one input. */
export interface WorkedExample {
  /** What is special about it. */
  readonly about: string;
  /** Rewards of the groups that are shown, returns of tokens or steps. */
  readonly rewards: Groups;
  /** Aligned with the rewards; the text of the error where the input is refused. */
  readonly a: Groups | string;
  readonly b: Groups | string;
}

type Groups = readonly (readonly number[])[];

const VARIED = [
  [1, 0, 0, 1],
  [0.9, 0.2, 0.4, 0.1],
];
/** Trained tokens of each trajectory. */
const LENGTHS: Groups = [[2, 4, 6, 3], [5, 1, 2, 4], [3, 3, 3, 3], [4]];
/** What a greedy rollout got, and how far each trajectory is from the reference policy. */
const BASELINE = 0.5;
const KL = 0.1;

interface Input {
  readonly about: string;
  readonly rewards: Groups;
  /** How many groups at the end it is about; the others are there for statistics of the pool. */
  readonly shown: number;
}

/** From the plain to the special. */
const GROUPS: readonly Input[] = [
  { about: 'two groups', rewards: VARIED, shown: 2 },
  { about: 'a group in which all are equal', rewards: [...VARIED, [0.5, 0.5, 0.5, 0.5]], shown: 1 },
  { about: 'a group of one', rewards: [...VARIED, [0.5, 0.5, 0.5, 0.5], [0.7]], shown: 1 },
  { about: 'a reward that is missing', rewards: [[1, Number.NaN, 0, 1]], shown: 1 },
];

/** Two rows of one group; the second's third token is not trained. */
const ROWS: TokenRows = {
  offsets: [0, 4, 8],
  rewards: [0, 0, 0, 1, 0, 0, 0, 0.5],
  mask: [1, 1, 1, 1, 1, 1, 0, 1],
  values: [0.1, 0.2, 0.3, 0.4, 0.4, 0.3, 0.2, 0.1],
  logprobs: [-0.5, -1, -0.2, -0.1, -0.7, -0.3, -0.4, -0.9],
  refLogprobs: [-0.6, -0.8, -0.2, -0.3, -0.5, -0.3, -0.6, -0.7],
  teacherLogprobs: [-0.3, -0.9, -0.4, -0.1, -0.9, -0.2, -0.5, -0.4],
  sumPiSquared: [0.5, 0.3, 0.7, 0.8, 0.4, 0.6, 0.5, 0.4],
  baselines: [0.5, 0.5],
  groups: ['g', 'g'],
  turns: [0, 0, 0, 0, 0, 0, 1, 1],
};

/** Three trajectories of one group, two of which pass through the same hall. */
const STEPS: StepRows = {
  groups: ['g', 'g', 'g', 'g', 'g'],
  trajectories: ['a', 'a', 'b', 'b', 'c'],
  states: ['door', 'hall', 'door', 'hall', 'door'],
  returns: [1, 1, 0, 0.5, 0.2],
  outcomes: [1, 1, 0.5, 0.5, 0.2],
};

type Spec = AdvantageSpec | StepSpec | TokenSpec;

/**
 * The inputs on which two estimators give different numbers, or one of them refuses, of a few from the plain to the
 * special. None where they agree on all of them, or give numbers for different things.
 *
 * @throws ConfigError for a spec that is none
 * @example
 * const [plain] = workedExamples(presetSpec('rllm/grpo'), presetSpec('rllm/rloo'));
 * plain?.about; // 'two groups'
 * plain?.b[0];  // [0.6666666666666666, -0.6666666666666666, -0.6666666666666666, 0.6666666666666666]
 */
export function workedExamples(a: Spec, b: Spec): WorkedExample[] {
  for (const spec of [a, b]) checkAnySpec(spec);
  if (levelOf(a) !== levelOf(b)) return [];
  return inputsOf(a).flatMap(({ about, rewards, shown }) => {
    const of = (spec: Spec): Groups | string => {
      const made = computeOn(spec, rewards);
      return typeof made === 'string' ? made : made.slice(-shown);
    };
    const [left, right] = [of(a), of(b)];
    return isSame(left, right)
      ? []
      : [{ about, rewards: rewards.slice(-shown), a: left, b: right }];
  });
}

function levelOf(spec: Spec): 'trajectory' | 'step' | 'token' {
  return 'level' in spec ? spec.level : 'trajectory';
}

function inputsOf(spec: Spec): readonly Input[] {
  switch (levelOf(spec)) {
    case 'trajectory':
      return GROUPS;
    case 'token':
      return [{ about: 'two rows of tokens', rewards: cut(ROWS.rewards, [4, 4]), shown: 2 }];
    case 'step':
      return [
        { about: 'steps of three trajectories', rewards: cut(STEPS.returns, [2, 2, 1]), shown: 3 },
      ];
  }
}

/**
 * What a spec makes of groups of rewards; for tokens and steps of the rows above. The text of the error where it refuses
 * them. Trajectories have lengths, baselines and the like, for estimators that need such.
 */
export function computeOn(spec: Spec, rewards: Groups): Groups | string {
  try {
    if (!('level' in spec)) return computeGroups(spec, rewards);
    return spec.level === 'token'
      ? cut(runTokenSpec(spec, ROWS).advantages, [4, 4])
      : cut(runStepSpec(spec, STEPS), [2, 2, 1]);
  } catch (error) {
    if (!(error instanceof UpperhandError)) throw error;
    return error.message;
  }
}

function computeGroups(spec: AdvantageSpec, rewards: Groups): Groups {
  const grouped = GroupedRewards.from(rewards);
  const { baseline } = spec;
  const tracker = baseline.kind === 'tracker' && baseline.tracker.kind;
  const every = <T>(value: T): T[] => Array.from(grouped.values, () => value);
  return runSpec(spec, grouped, kernelsOr(undefined), {
    lengths: rewards.flatMap((group, g) => group.map((_, t) => LENGTHS[g]?.[t] ?? 1)),
    baselines: every(BASELINE),
    kl: every(KL),
    trajectoryIds: Array.from(grouped.values.keys()),
    ...(tracker && { state: createTrackerState(tracker) }),
    keys: every('task'),
  }).toArrays();
}

function cut(values: ArrayLike<number> = [], sizes: readonly number[]): number[][] {
  let at = 0;
  return sizes.map((size) => Array.from({ length: size }, () => values[at++] as number));
}

function isSame(a: Groups | string, b: Groups | string): boolean {
  if (typeof a === 'string' || typeof b === 'string') return typeof a === typeof b;
  const [left, right] = [a.flat(), b.flat()];
  return left.every((value, i) => isNear(value, right[i] as number));
}

/** But for rounding. */
function isNear(a: number, b: number): boolean {
  return Object.is(a, b) || Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(a));
}
