import { messageOf } from '../../errors/message-of.ts';
import { refuse } from '../../errors/refuse.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { kernelsOr } from '../../kernels/active-kernels.ts';
import { checkFunction, toNumber } from '../../types/check.ts';
import type { Step } from '../../types/step.ts';
import type { TrajectoryGroup } from '../../types/trajectory-group.ts';
import type { EstimatorAbout } from '../define-estimator.ts';
import { type FinerEstimator, finerEstimator } from '../finer-estimator.ts';
import { trajectoriesOf } from '../token/rows-of-groups.ts';
import { checkStepSpec } from './check-step-spec.ts';
import { runStepSpec } from './run-step-spec.ts';
import { stepReturns } from './step-returns.ts';
import type { StepSpec } from './step-spec.ts';

/** An estimator that gives each step an advantage of its own. */
export type StepEstimator = FinerEstimator<StepSpec>;

export interface StepEstimatorDefinition extends EstimatorAbout {
  readonly spec: StepSpec;
  /** Discount of later steps' rewards. Default: that of the spec, else 1. */
  readonly gamma?: number;
  /** In which state of the environment a step began. Default: its observation, an object as its JSON. */
  readonly stateOf?: (step: Step) => string | number | boolean;
}

/**
 * Makes an estimator of a step-level spec (GiGPO), for a config or `registerAdvEstimator`: collecting writes what it
 * gives on each step. `advantages` of the result are the means over each trajectory's steps.
 *
 * A step earns its `reward`; where no step of a trajectory has any, the last one earns the trajectory's. It needs
 * `options.groups`, which collecting gives.
 *
 * @throws ConfigError for a spec that is none, with all that is wrong with it
 * @throws UpperhandError `invalid-argument` for a gamma that is no number from 0 to 1
 * @throws (the estimator) UpperhandError `invalid-argument` where the groups are not given, for a step without a state, and
 *   for a step's reward that is no number
 * @example
 * const centred = { baseline: { kind: 'mean', scope: 'group' }, scale: { kind: 'none' }, singleton: 'zero' } as const;
 * const byState = defineStepEstimator({
 *   title: 'centred among steps in one state',
 *   source: 'mine',
 *   spec: { level: 'step', state: { weight: 1, spec: centred, same: 'equal', history: 0 } },
 * });
 * const [door, hall] = [createStep({ observation: 'door' }), createStep({ observation: 'hall' })];
 * const trajectories = [
 *   createTrajectory({ reward: 1, steps: [door] }),
 *   createTrajectory({ reward: 0, steps: [createStep({ observation: 'door' }), hall] }),
 * ];
 * const groups = [createTrajectoryGroup({ groupId: 'task:agent', trajectories })];
 * byState([[1, 0]], { groups }).stepAdvantages; // [[0.5], [-0.5, 0]]
 */
export function defineStepEstimator(definition: StepEstimatorDefinition): StepEstimator {
  const { spec, stateOf = observed } = definition;
  checkStepSpec(spec);
  const { gamma = spec.gamma ?? 1 } = definition;
  if (!(typeof gamma === 'number' && gamma >= 0 && gamma <= 1))
    refuse('gamma', 'a number from 0 to 1', gamma);
  checkFunction('stateOf', stateOf);
  const needs =
    stateOf === observed ? (['groups', 'observations'] as const) : (['groups'] as const);
  return finerEstimator(definition, needs, (rewards, { groups, kernels }) => {
    const members = trajectoriesOf(rewards, groups);
    const groupOf = (groups as readonly TrajectoryGroup[]).flatMap(({ trajectories }, g) =>
      trajectories.map(() => g),
    );
    const perStep = <T>(of: (step: Step, t: number, s: number) => T): T[] =>
      members.flatMap(({ steps }, t) => steps.map((step, s) => of(step, t, s)));
    const own = members.map(({ steps, uid }) =>
      steps.map(({ reward = 0 }, s) =>
        toNumber(`reward of step ${s} of trajectory ${uid}`, reward),
      ),
    );
    const earns = own.map((rewarded) => rewarded.some((reward) => reward !== 0));
    const earned = perStep((_, t, s) => {
      if (earns[t]) return own[t]?.[s] as number;
      return s === (members[t]?.steps.length ?? 0) - 1 ? (rewards.values[t] as number) : 0;
    });
    const trajectories = perStep((_, t) => t);
    const rows = {
      groups: perStep((_, t) => groupOf[t]),
      trajectories,
      states: perStep((step) => stateOf(step)),
      returns: stepReturns(earned, trajectories, gamma),
      outcomes: perStep((_, t) => rewards.values[t] as number),
    };
    const advantages = runStepSpec(spec, rows, { kernels: kernelsOr(kernels) });
    let at = 0;
    return members.map(({ steps }) => steps.map(() => advantages[at++] as number));
  });
}

function observed({ observation }: Step): string | number | boolean {
  switch (typeof observation) {
    case 'string':
    case 'number':
    case 'boolean':
      return observation;
    case 'object':
      if (observation !== null) return asJson(observation);
  }
  return refuse("a step's observation", 'the state that the step began in', observation);
}

function asJson(observation: object): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(observation);
  } catch (cause) {
    const message = `a step's observation must be what JSON can tell (or use stateOf): ${messageOf(cause)}`;
    throw new UpperhandError('invalid-argument', message, { cause });
  }
  return json ?? refuse("a step's observation", 'what JSON can tell (or use stateOf)', json);
}
