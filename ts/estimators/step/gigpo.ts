import { checkOptions } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { checkRecord } from '../../types/check.ts';
import { centredInGroup, stdOfGroup } from '../presets/parts.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import type { SameState } from './group-states.ts';
import { runStepSpec } from './run-step-spec.ts';
import { stepReturns } from './step-returns.ts';
import type { StepRows } from './step-rows.ts';

export interface GigpoSteps extends Pick<StepRows, 'groups' | 'trajectories' | 'states'> {
  /** What each step earned. [steps] */
  readonly rewards: ArrayLike<number>;
  /** What the trajectory of each step earned. Default: the sum of its steps' rewards. [steps] */
  readonly outcomes?: ArrayLike<number>;
}

export interface GigpoOptions {
  /** Discount of the steps' returns. Default 0.95. */
  readonly gamma?: number;
  /** Factor of the step's part. Default 1. */
  readonly weight?: number;
  /** True: both parts are divided by the sample std of what is compared, plus 1e-6 (`mean_std_norm`). Default false. */
  readonly normalizeByStd?: boolean;
  /** Which states count as one. Default `'equal'`. */
  readonly same?: SameState;
  /** Default: the process-wide kernels. */
  readonly kernels?: Kernels;
}

/**
 * GiGPO: how much better a trajectory did than its group, plus how much better a step went on than those of its group that
 * began in the same state. A group of one trajectory keeps its outcome; a state that was seen once adds 0.
 *
 * Source: arXiv:2505.10978 as computed by DrMAS, `gigpo/core_gigpo.py`; the preset is `drmas/gigpo`.
 *
 * @param steps - of all trajectories, those of one trajectory in their order
 * @returns one number a step
 * @throws UpperhandError `invalid-argument` for arrays of different lengths, and for options that are none
 * @example
 * const steps = {
 *   groups: ['g', 'g', 'g'],
 *   trajectories: ['a', 'b', 'b'],
 *   states: ['door', 'door', 'hall'],
 *   rewards: [1, 0, 0.5],
 * };
 * gigpo(steps, { gamma: 0.5 }); // Float64Array [0.625, -0.625, -0.25]
 */
export function gigpo(steps: GigpoSteps, options: GigpoOptions = {}): Float64Array {
  checkOptions(options, {
    gamma: true,
    weight: true,
    normalizeByStd: true,
    same: true,
    kernels: true,
  });
  const { gamma = 0.95, weight = 1, normalizeByStd = false, same = 'equal', kernels } = options;
  if (typeof normalizeByStd !== 'boolean') refuse('normalizeByStd', 'a boolean', normalizeByStd);
  checkRecord('steps', steps);
  const { groups, states, rewards } = steps;
  if (!Array.isArray(groups)) refuse('groups', 'an array of keys, one a step', groups);
  for (const field of ['trajectories', 'states', 'rewards', 'outcomes'] as const)
    if (
      !(field === 'outcomes' && steps[field] === undefined) &&
      steps[field]?.length !== groups.length
    )
      refuse(field, `as many as groups (${groups.length})`, steps[field]);
  const trajectories = numbered(groups, steps.trajectories);
  const returns = stepReturns(rewards, trajectories, gamma);
  const outcomes = steps.outcomes ?? totals(rewards, trajectories);
  const compared = { ...CENTRED, ...(normalizeByStd ? { scale: STD } : {}) };
  return runStepSpec(
    {
      level: 'step',
      trajectory: { ...compared, rows: { speaks: 'first', applies: 'row' } },
      state: { weight, spec: { ...compared, singleton: 'zero' }, same, history: 0 },
    },
    { groups, trajectories, states, returns, outcomes },
    kernels === undefined ? {} : { kernels },
  );
}

const CENTRED = { ...centredInGroup, singleton: 'raw' } as const satisfies AdvantageSpec;

const STD = {
  ...stdOfGroup,
  ddof: 1,
  epsilon: 1e-6,
  epsilonPlace: 'outside',
} as const satisfies AdvantageSpec['scale'];

/** Trajectories of all groups by numbers, as those of two groups may have the same key. */
function numbered(groups: readonly unknown[], trajectories: readonly unknown[]): number[] {
  const known = new Map<unknown, Map<unknown, number>>();
  let count = 0;
  return groups.map((group, step) => {
    const ofGroup = known.get(group) ?? new Map<unknown, number>();
    known.set(group, ofGroup);
    const number = ofGroup.get(trajectories[step]) ?? count++;
    ofGroup.set(trajectories[step], number);
    return number;
  });
}

/** The sum of each step's trajectory. */
function totals(rewards: ArrayLike<number>, trajectories: readonly number[]): Float64Array {
  const sums = new Float64Array(trajectories.length);
  trajectories.forEach((trajectory, step) => {
    sums[trajectory] = (sums[trajectory] as number) + (rewards[step] as number);
  });
  return Float64Array.from(trajectories, (trajectory) => sums[trajectory] as number);
}
