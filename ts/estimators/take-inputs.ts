import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { isArrayLike } from '../types/check.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';
import type { AdvEstimator } from './adv-estimator.ts';
import { atOnce } from './at-once.ts';
import type { EstimatorInput, EstimatorInputs, GivenInput } from './estimator-input.ts';
import { isGiven } from './given-inputs.ts';
import { isFinerEstimator } from './registry.ts';
import type { SpecInputs } from './spec/spec-input.ts';
import { isWrappedEstimator } from './wrapped-estimator.ts';

/**
 * Those of the needed inputs that somebody gives, as an estimator takes them; it checks their lengths and numbers.
 *
 * @throws UpperhandError `invalid-argument` for what is no array, a promise too; `estimator-failed` where one is not given for
 *   what was thrown, its `cause` (an UpperhandError passes as it is)
 */
export function takeInputs(
  estimator: AdvEstimator,
  needed: readonly EstimatorInput[],
  inputs: EstimatorInputs,
  groups: readonly TrajectoryGroup[],
): SpecInputs {
  const names = needed.filter(isGiven).filter((name) => inputs[name] !== undefined);
  const given = Object.fromEntries(names.map((name) => [name, take(name, inputs, groups)]));
  return takesRows(estimator) ? { tokenRows: given } : given;
}

function take(
  name: GivenInput,
  inputs: EstimatorInputs,
  groups: readonly TrajectoryGroup[],
): ArrayLike<unknown> {
  const numbers = atOnce(name, call(name, inputs, groups));
  if (!isArrayLike(numbers)) refuse(name, 'an array', numbers);
  return numbers;
}

function call(
  name: GivenInput,
  inputs: EstimatorInputs,
  groups: readonly TrajectoryGroup[],
): unknown {
  try {
    // As a method, which it may be.
    return inputs[name]?.(groups);
  } catch (cause) {
    if (cause instanceof UpperhandError) throw cause;
    const reason = cause instanceof Error ? String(cause) : show(cause);
    throw new UpperhandError('estimator-failed', `what gives ${name} threw ${reason}`, { cause });
  }
}

/** Whether it is told of tokens. */
function takesRows(estimator: AdvEstimator): boolean {
  return isWrappedEstimator(estimator) ? takesRows(estimator.wraps) : isFinerEstimator(estimator);
}
