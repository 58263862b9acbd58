import { ratio } from './table.mjs';

/**
 * Holds measurements to a limit.
 *
 * @param what - the target in words
 * @param limit - what no measurement may exceed
 * @param measured - `{ where, value, why? }`; `why` says, for one that exceeds it, what bounds it
 */
export function judge(what, limit, measured) {
  const worst = measured.reduce((a, b) => (b.value > a.value ? b : a));
  const missed = measured.filter(({ value }) => value > limit);
  return {
    what,
    limit,
    worst: `${ratio(worst.value)} (${worst.where})`,
    met: missed.length === 0,
    missed: Object.fromEntries(
      missed.map(({ where, value, why }) => [where, `${ratio(value)}${why ? `; ${why}` : ''}`]),
    ),
  };
}

/** A line for each target, and one for each place that misses it. */
export function renderTargets(targets) {
  return targets
    .flatMap(({ what, met, worst, missed }) => [
      `- ${met ? 'met' : '**missed**'}: ${what}. Worst: ${worst}.`,
      ...Object.entries(missed).map(([where, why]) => `  - ${where}: ${why}`),
    ])
    .join('\n');
}
