import { kernelsOr } from '../../kernels/active-kernels.ts';
import type { TrajectoryGroup } from '../../types/trajectory-group.ts';
import { atOnce } from '../at-once.ts';
import type { EstimatorAbout } from '../define-estimator.ts';
import { type FinerEstimator, finerEstimator } from '../finer-estimator.ts';
import { checkTokenSpec } from './check-token-spec.ts';
import { rowsOfGroups } from './rows-of-groups.ts';
import { runTokenSpec } from './run-token-spec.ts';
import { inputsOfTokens } from './token-inputs.ts';
import type { TokenRows } from './token-rows.ts';
import type { TokenSpec } from './token-spec.ts';

/** An estimator that gives each token an advantage of its own. */
export type TokenEstimator = FinerEstimator<TokenSpec>;

export interface TokenEstimatorDefinition extends EstimatorAbout {
  readonly spec: TokenSpec;
  /**
   * What trajectories do not hold: a critic's `values`, `refLogprobs`, `rewards` of single tokens. One row a trajectory,
   * of the response tokens of its steps; these fields go before what is read from the trajectories and before the option
   * `tokenRows` of a call.
   */
  readonly inputs?: (groups: readonly TrajectoryGroup[]) => Partial<TokenRows>;
}

/**
 * Makes an estimator of a token-level spec, for a config or `registerAdvEstimator`: collecting writes what it gives
 * as one number a response token on every step. A trajectory's reward stands at its last response token; `advantages` of
 * the result are the means over each trajectory's tokens.
 *
 * It needs `options.groups`, which collecting gives, or `options.lengths`: the response tokens of each trajectory.
 *
 * @throws ConfigError for a spec that is none, with all that is wrong with it
 * @throws (the estimator) UpperhandError `invalid-argument` for an option that there is not, where neither is given, for a trajectory without response
 *   tokens, and where the spec needs what neither trajectories nor `tokenRows` nor `inputs` have
 * @example
 * const returnToGo = defineTokenEstimator({
 *   title: 'discounted returns',
 *   source: 'mine',
 *   spec: { level: 'token', credit: { kind: 'discounted-return', gamma: 0.5, masked: 'carry' } },
 * });
 * const trajectory = createTrajectory({ reward: 1, steps: [createStep({ responseIds: [7, 8, 9] })] });
 * const groups = [createTrajectoryGroup({ groupId: 'task:agent', trajectories: [trajectory] })];
 * returnToGo([[1]], { groups }).stepAdvantages; // [[[0.25, 0.5, 1]]]
 */
export function defineTokenEstimator(definition: TokenEstimatorDefinition): TokenEstimator {
  const { spec, inputs } = definition;
  checkTokenSpec(spec);
  const needs = inputs === undefined ? inputsOfTokens(spec) : (['lengths'] as const);
  return finerEstimator(definition, needs, (rewards, options) => {
    const read = rowsOfGroups(rewards, options);
    const given = atOnce('inputs', inputs?.(options.groups ?? []));
    const rows = { ...read.rows, ...options.tokenRows, ...given };
    const { advantages } = runTokenSpec(spec, rows, { kernels: kernelsOr(options.kernels) });
    let at = 0;
    return read.steps.map((counts) =>
      counts.map((count) => {
        const start = at;
        at += count;
        return Array.from(advantages.subarray(start, at));
      }),
    );
  });
}
