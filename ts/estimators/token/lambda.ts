import type { SpecProblems } from './spec-problems.ts';
import type { Lambda } from './token-spec.ts';

/** λ of each row of so many trained time steps, or the one of all. */
export function lambdaOf(
  lambda: Lambda | Float64Array,
  lengths: () => Float64Array,
): number | Float64Array {
  if (typeof lambda === 'number' || lambda instanceof Float64Array) return lambda;
  return lengths().map((length) => {
    if (length === 0) return 0;
    if (lambda.kind === 'length-adaptive') return 1 - 1 / Math.max(lambda.alpha * length, 1);
    return length === 1 ? 1 : Math.exp(Math.log(lambda.q) / (length - 1));
  });
}

export function checkLambda(lambda: Lambda, path: string, problems: SpecProblems): void {
  if (typeof lambda === 'number') {
    problems.number(path, lambda, 0, 1);
    return;
  }
  const parameter = lambda?.kind === 'relative-position' ? 'q' : 'alpha';
  if (!problems.record(path, lambda, ['kind', parameter])) return;
  problems.word(`${path}.kind`, lambda.kind, ['length-adaptive', 'relative-position']);
  if (lambda.kind === 'length-adaptive' && !(lambda.alpha > 0 && Number.isFinite(lambda.alpha)))
    problems.add(`${path}.alpha`, `must be a finite number above 0, got ${lambda.alpha}`);
  if (lambda.kind === 'relative-position' && !(lambda.q > 0 && lambda.q <= 1))
    problems.add(`${path}.q`, `must be a number above 0, at most 1, got ${lambda.q}`);
}

export function describeLambda(lambda: Lambda): string {
  if (typeof lambda === 'number') return `${lambda}`;
  return lambda.kind === 'length-adaptive'
    ? `1 − 1 / max(${lambda.alpha} · L, 1)`
    : `${lambda.q}^(1 / (L − 1))`;
}
