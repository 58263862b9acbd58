import { Places } from '../errors/places.ts';
import { show } from '../errors/show.ts';
import type { OnWarning } from '../errors/warning.ts';
import { kernelsOr } from '../kernels/active-kernels.ts';
import type { Episode } from '../types/episode.ts';
import { TerminationReason } from '../types/termination-reason.ts';

/** The reasons that are always counted; those of newer rLLM only where they occur. */
const COUNTED = [
  TerminationReason.MAX_PROMPT_LENGTH_EXCEEDED,
  TerminationReason.MAX_RESPONSE_LENGTH_EXCEEDED,
  TerminationReason.ENV_DONE,
  TerminationReason.MAX_TURNS_EXCEEDED,
  TerminationReason.TIMEOUT,
  TerminationReason.UNKNOWN,
  TerminationReason.ERROR,
];

/**
 * `batch/{metric}`, the mean over the episodes that have it, and `batch/termination_reason/{reason}`, the share of
 * episodes that ended so; one without a reason counts as unknown.
 */
export function episodeMetrics(
  episodes: readonly Episode[],
  onWarning: OnWarning,
): Record<string, number> {
  const metrics: Record<string, number> = {};
  for (const [key, mean] of meanMetrics(episodes, onWarning)) metrics[`batch/${key}`] = mean;
  const counts = new Map<string, number>(COUNTED.map((reason) => [reason, 0]));
  for (const { terminationReason } of episodes) {
    const reason = terminationReason ?? TerminationReason.UNKNOWN;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  for (const [reason, count] of counts)
    metrics[`batch/termination_reason/${reason}`] = count / episodes.length;
  return metrics;
}

/** The mean of each metric over the episodes that have a number for it, with a warning about what is no number. */
export function meanMetrics(
  episodes: readonly Pick<Episode, 'id' | 'metrics'>[],
  onWarning: OnWarning,
): Map<string, number> {
  const gathered = new Map<string, number[]>();
  const dropped = new Places();
  for (const { id, metrics } of episodes) {
    for (const [key, value] of Object.entries(metrics ?? {})) {
      const values = gathered.get(key) ?? [];
      gathered.set(key, values);
      const number = toMetric(value);
      if (number === null) dropped.add(() => `${key} ${show(value)} (episode ${id})`);
      else values.push(number);
    }
  }
  if (dropped.count > 0) {
    onWarning({
      kind: 'metrics-dropped',
      message: `${dropped.counted('metric', 'of an episode is no number and is', 'of episodes are no numbers and are')} in no mean: ${dropped}`,
      places: dropped.names,
    });
  }
  const kernels = kernelsOr(undefined);
  const numeric = [...gathered].filter(([, values]) => values.length > 0);
  return new Map(
    numeric.map(([key, values]) => [key, kernels.summarize(Float64Array.from(values)).mean]),
  );
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const NOT_FINITE: Readonly<Record<string, number>> = {
  inf: Infinity,
  infinity: Infinity,
  nan: Number.NaN,
};

/** A number, a boolean as 1 or 0, and text that is a number as Python reads it; null for all else. */
function toMetric(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (DECIMAL.test(text)) return Number(text);
  const word = text.replace(/^[+-]/, '').toLowerCase();
  if (!Object.hasOwn(NOT_FINITE, word)) return null;
  return (NOT_FINITE[word] as number) * (text.startsWith('-') ? -1 : 1);
}
