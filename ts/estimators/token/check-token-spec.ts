import { creditKinds } from './credits/credit-kinds.ts';
import { SpecProblems } from './spec-problems.ts';
import { stepKinds } from './steps/step-kinds.ts';
import type { TokenSpec, TokenStep } from './token-spec.ts';

/**
 * Refuses a spec that is none, with all that is wrong with it.
 *
 * @throws ConfigError each problem with its path: `spec.post[0].epsilon`
 * @example
 * const spec = JSON.parse('{ "level": "token", "credit": { "kind": "discounted-return", "gamma": 2, "masked": "skip" } }');
 * let paths: string[] = [];
 * try {
 *   checkTokenSpec(spec);
 * } catch (error) {
 *   if (error instanceof ConfigError) paths = error.problems.map(({ path }) => path);
 * }
 * paths; // ['spec.credit.gamma', 'spec.credit.masked']
 */
export function checkTokenSpec(spec: TokenSpec): void {
  const problems = new SpecProblems();
  if (problems.record('spec', spec, ['level', 'rewards', 'credit', 'post', 'missing'])) {
    problems.word('spec.level', spec.level, ['token']);
    if (spec.missing !== undefined)
      problems.word('spec.missing', spec.missing, ['refuse', 'propagate']);
    checkSteps(spec.rewards, 'spec.rewards', problems);
    checkKind(spec.credit, 'spec.credit', creditKinds, problems);
    checkSteps(spec.post, 'spec.post', problems);
    spec.post?.forEach?.((step, i) => {
      if (step?.kind === 'outcome')
        problems.add(`spec.post[${i}].kind`, 'outcome is a step of rewards');
    });
  }
  problems.report();
}

function checkSteps(
  steps: readonly TokenStep[] | undefined,
  path: string,
  problems: SpecProblems,
): void {
  if (steps === undefined) return;
  if (!Array.isArray(steps)) problems.add(path, 'must be an array of steps');
  else
    steps.forEach((step, i) => {
      checkKind(step, `${path}[${i}]`, stepKinds, problems);
    });
}

function checkKind<T extends { readonly kind: string }>(
  value: T,
  path: string,
  kinds: Readonly<
    Record<
      string,
      {
        readonly fields: readonly string[];
        check(value: T, path: string, problems: SpecProblems): void;
      }
    >
  >,
  problems: SpecProblems,
): void {
  const kind: unknown = value?.kind;
  const known = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (known === undefined) {
    if (problems.record(path, value, ['kind', ...Object.keys(value ?? {})]))
      problems.word(`${path}.kind`, value.kind, Object.keys(kinds));
  } else if (problems.record(path, value, ['kind', ...known.fields]))
    known.check(value, path, problems);
}
