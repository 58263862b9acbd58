import { checkOptions } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import { kernelsOr } from '../../kernels/active-kernels.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { checkArray, checkRecord } from '../../types/check.ts';
import { applyPostStep } from '../spec/post-steps.ts';
import { runByKey } from './by-key.ts';
import { checkStepSpec } from './check-step-spec.ts';
import { compareStates } from './compare-states.ts';
import type { StepRows } from './step-rows.ts';
import type { StepSpec } from './step-spec.ts';

export interface StepOptions {
  /** Default: those of `getKernels`. */
  readonly kernels?: Kernels;
}

/**
 * Advantages of steps, one number each, in the order of the rows.
 *
 * @throws ConfigError all that is wrong with the spec
 * @throws UpperhandError `invalid-argument` for rows of different lengths, outcomes that are missing, states that cannot be
 *   compared, or what the specs refuse
 * @example
 * const centred = { baseline: { kind: 'mean', scope: 'group' }, scale: { kind: 'none' }, singleton: 'zero' } as const;
 * runStepSpec(
 *   { level: 'step', state: { weight: 1, spec: centred, same: 'equal', history: 0 } },
 *   { groups: ['g', 'g', 'g'], trajectories: ['a', 'b', 'b'], states: ['door', 'door', 'hall'], returns: [1, 0, 0] },
 * ); // Float64Array [0.5, -0.5, 0]
 */
export function runStepSpec(
  spec: StepSpec,
  rows: StepRows,
  options: StepOptions = {},
): Float64Array {
  checkOptions(options, { kernels: true });
  const kernels = kernelsOr(options.kernels);
  checkStepSpec(spec);
  checkRows(rows, spec.trajectory !== undefined);
  const { weight } = spec.state;
  const advantages = compareStates(spec.state, rows, kernels).map((value) => weight * value);
  if (spec.trajectory !== undefined) {
    const { groups, trajectories, outcomes = [] } = rows;
    runByKey(spec.trajectory, outcomes, groups, trajectories, kernels).forEach((value, step) => {
      advantages[step] = value + (advantages[step] as number);
    });
  }
  for (const step of spec.post ?? []) applyPostStep(step, null, kernels, advantages);
  return advantages;
}

function checkRows(rows: StepRows, needsOutcomes: boolean): void {
  checkRecord('steps', rows);
  checkArray('groups', rows.groups);
  const { length } = rows.groups;
  const fields = ['trajectories', 'states', 'returns', ...(needsOutcomes ? ['outcomes'] : [])];
  for (const field of fields as (keyof StepRows)[])
    if (rows[field]?.length !== length) refuse(field, `as many as groups (${length})`, rows[field]);
}
