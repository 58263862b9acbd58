import type { ProblemKind, RolloutProblem } from './problem.ts';

/** What happens to problems unless you pass `onProblem`: the first of each kind is printed. */
export function printFirst(): (problem: RolloutProblem) => void {
  const printed = new Set<ProblemKind>();
  return ({ source, line, kind, message, skipped }) => {
    if (printed.has(kind)) return;
    printed.add(kind);
    const place = line === null ? source : `${source}:${line}`;
    const fate = skipped && line !== null ? '; the record is skipped' : '';
    console.warn(
      `upperhand: ${place}: ${kind}: ${message}${fate} (more of this kind are only counted; pass onProblem to see all)`,
    );
  };
}
