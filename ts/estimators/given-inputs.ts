import type { ConfigProblem } from '../errors/config-error.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { GIVEN_INPUTS, type GivenInput } from './estimator-input.ts';

/** Whether it comes from elsewhere than rewards and trajectories. */
export function isGiven(name: string): name is GivenInput {
  return Object.hasOwn(GIVEN_INPUTS, name);
}

/** The names of what somebody gives; what is undefined is not given. */
export function namesOfInputs(inputs: { readonly [K in GivenInput]?: unknown }): GivenInput[] {
  const names = Object.keys(GIVEN_INPUTS).filter(isGiven);
  return names.filter((name) => inputs[name] !== undefined);
}

/** What is wrong with what should be functions by the names of inputs. */
export function problemsOfInputs(path: string, inputs: unknown): ConfigProblem[] {
  if (typeof inputs !== 'object' || inputs === null || Array.isArray(inputs))
    return [{ path, message: `must be an object of functions, got ${show(inputs)}` }];
  const unknown = Object.keys(inputs).filter((name) => !isGiven(name));
  const given: { readonly [K in GivenInput]?: unknown } = inputs;
  const known = namesOfInputs(given).filter((name) => typeof given[name] !== 'function');
  return [
    ...unknown.map((name) => ({
      path: `${path}.${name}`,
      message: `is no input; there are ${Object.keys(GIVEN_INPUTS).join(', ')}`,
    })),
    ...known.map((name) => ({
      path: `${path}.${name}`,
      message: `must be a function of groups, got ${show(given[name])}`,
    })),
  ];
}

/** @throws UpperhandError `invalid-argument` with all that {@link problemsOfInputs} finds */
export function checkInputs(path: string, inputs: unknown): void {
  const problems = problemsOfInputs(path, inputs);
  if (problems.length === 0) return;
  const told = problems.map((problem) => `${problem.path} ${problem.message}`);
  throw new UpperhandError('invalid-argument', told.join('; '));
}
