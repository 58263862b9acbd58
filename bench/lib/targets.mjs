import { ratio } from './table.mjs';

/**
 * Holds measurements to a limit.
 *
 * @param what - the target in words
 * @param limit - `{ atMost }` or `{ atLeast }`
 * @param measured - `{ where, value, why? }`; `why` says, for one beyond the limit, what bounds it
 * @param beside - lines of what is not judged, but belongs to it
 */
export function judge(what, { atMost = Infinity, atLeast = -Infinity }, measured, beside = []) {
  const worse = (a, b) => (atMost === Infinity ? a.value < b.value : a.value > b.value);
  const worst = measured.reduce((a, b) => (worse(b, a) ? b : a));
  const missed = measured.filter(({ value }) => value > atMost || value < atLeast);
  return {
    what,
    met: missed.length === 0,
    worst: `${ratio(worst.value)} (${worst.where})`,
    missed: Object.fromEntries(
      missed.map(({ where, value, why }) => [where, `${ratio(value)}${why ? `; ${why}` : ''}`]),
    ),
    ...(beside.length > 0 && { beside }),
  };
}

/** A line for each target, and one for each place that misses it. */
export function renderTargets(targets) {
  return targets
    .flatMap(({ what, met, worst, missed, beside = [] }) => [
      `- ${met ? 'met' : '**missed**'}: ${what}. Worst: ${worst}.`,
      ...Object.entries(missed).map(([where, why]) => `  - ${where}: ${why}`),
      ...beside.map((line) => `  - not judged: ${line}`),
    ])
    .join('\n');
}
