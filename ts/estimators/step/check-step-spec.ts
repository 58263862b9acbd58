import { ConfigError, type ConfigProblem } from '../../errors/config-error.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { problemsOf } from '../spec/read-fields.ts';
import { conflictsOf } from '../spec/spec-conflicts.ts';
import { needsOf } from '../spec/spec-inputs.ts';
import { STEP_FIELDS } from './step-fields.ts';
import type { StepSpec } from './step-spec.ts';

/**
 * Refuses a spec that is none, with all that is wrong with it; combinations that nothing computes are looked for once the
 * fields themselves are right.
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
  const problems = problemsOf('spec', spec, STEP_FIELDS);
  const all = problems.length > 0 ? problems : conflictsOfSteps(spec);
  if (all.length > 0) throw new ConfigError(all);
}

function conflictsOfSteps({ trajectory, state, post = [] }: StepSpec): ConfigProblem[] {
  const problems = conflictsOf({ ...UNCHANGED, post });
  post.forEach((step, i) => {
    if (step.kind === 'whiten' && step.weighting === 'token')
      problems.push({ path: `spec.post[${i}].weighting`, message: 'must be trajectory for steps' });
  });
  return [
    ...(trajectory === undefined ? [] : within('spec.trajectory', trajectory)),
    ...within('spec.state.spec', state.spec),
    ...problems,
  ];
}

const UNCHANGED = {
  baseline: { kind: 'none' },
  scale: { kind: 'none' },
  singleton: 'member',
} as const satisfies AdvantageSpec;

/** Of an estimator of one number a trajectory that stands at a path; it is given rewards and whose they are, nothing else. */
function within(path: string, spec: AdvantageSpec): ConfigProblem[] {
  const problems = conflictsOf(spec).map((problem) => ({
    path: problem.path.replace(/^spec/, path),
    message: problem.message,
  }));
  const { lengths, baselines, kl, tracker } = needsOf(spec);
  const lacks = Object.entries({ lengths, baselines, kl, state: tracker && 'a tracker' });
  for (const [input, what] of lacks)
    if (what !== null)
      problems.push({ path, message: `needs ${input}, for ${what}; steps are given none` });
  return problems;
}
