import { ConfigError, type ConfigProblem } from '../../errors/config-error.ts';
import { show } from '../../errors/show.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { checkSpec } from '../spec/check-spec.ts';
import type { StepSpec } from './step-spec.ts';

/**
 * Refuses a spec that is none, with all that is wrong with it.
 *
 * @throws ConfigError each problem with its path: `spec.state.history`
 * @example
 * const spec = JSON.parse('{ "level": "step", "state": { "weight": 1, "same": "alike", "history": 0.5 } }');
 * let paths: string[] = [];
 * try {
 *   checkStepSpec(spec);
 * } catch (error) {
 *   if (error instanceof ConfigError) paths = error.problems.map(({ path }) => path);
 * }
 * paths; // ['spec.state.same', 'spec.state.history', 'spec.state.spec']
 */
export function checkStepSpec(spec: StepSpec): void {
  const problems: ConfigProblem[] = [];
  const expect = (holds: boolean, path: string, expected: string, got: unknown): void => {
    if (!holds) problems.push({ path, message: `must be ${expected}, got ${show(got)}` });
  };
  const { level, gamma = 1, trajectory, state, post = [] } = spec ?? {};
  expect(level === 'step', 'spec.level', 'step', level);
  expect(gamma >= 0 && gamma <= 1, 'spec.gamma', 'a number from 0 to 1', gamma);
  if (trajectory !== undefined) problems.push(...within('spec.trajectory', trajectory));
  if (typeof state !== 'object' || state === null) {
    expect(false, 'spec.state', 'an object', state);
  } else {
    const { weight, same, history } = state;
    expect(Number.isFinite(weight), 'spec.state.weight', 'a finite number', weight);
    const threshold = typeof same === 'object' && same !== null ? same.similarity : undefined;
    const compares = same === 'equal' || (Number(threshold) > 0 && Number(threshold) < 1);
    expect(compares, 'spec.state.same', "'equal' or a similarity between 0 and 1", same);
    const counts = Number.isSafeInteger(history) && history >= 0;
    expect(counts, 'spec.state.history', 'a whole number, 0 or more', history);
    problems.push(...within('spec.state.spec', state.spec));
  }
  problems.push(...within('spec', { ...UNCHANGED, post }));
  post.forEach?.((step, i) => {
    if (step?.kind === 'whiten' && step.weighting === 'token')
      problems.push({ path: `spec.post[${i}].weighting`, message: 'must be trajectory for steps' });
  });
  if (problems.length > 0) throw new ConfigError(problems);
}

const UNCHANGED = {
  baseline: { kind: 'none' },
  scale: { kind: 'none' },
  singleton: 'member',
} as const satisfies AdvantageSpec;

/** The problems of an estimator of one number a trajectory that stands at a path. */
function within(path: string, spec: AdvantageSpec): ConfigProblem[] {
  try {
    checkSpec(spec);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => ({
      path: problem.path.replace(/^spec/, path),
      message: problem.message,
    }));
  }
}
