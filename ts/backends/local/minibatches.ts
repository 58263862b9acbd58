import type { LocalBatch } from './local-batch.ts';

/**
 * The rows of a batch in their order, in so many parts that differ by one row at most; as many parts as rows where
 * there are fewer. Each is updated with by itself, against the π_old of the whole batch.
 *
 * Source: verl's split of a batch by `ppo_mini_batch_size`.
 */
export function minibatchesOf(batch: LocalBatch, count: number): LocalBatch[] {
  const { rows, logprobs, reference, entropies } = batch;
  const parts = Math.min(count, rows.length);
  const beginOf = (part: number): number => Math.floor((part * rows.length) / parts);
  return Array.from({ length: parts }, (_, part) => {
    const [from, to] = [beginOf(part), beginOf(part + 1)];
    return {
      ...batch,
      rows: rows.slice(from, to),
      logprobs: logprobs.slice(from, to),
      reference: reference?.slice(from, to) ?? null,
      ...(entropies && { entropies: entropies.slice(from, to) }),
      ...(parts > 1 && { oldLogprobs: logprobs.slice(from, to) }),
    };
  });
}

/** What adds up over minibatches, by the end of its name. */
const SUMMED = /(^|\/)(tokens|sequences)$/;

/**
 * The metrics of a batch from those of its minibatches: counts are added, of what is a maximum or a minimum the outmost
 * one is taken, and of all else the mean over the minibatches that have it.
 *
 * Source: verl's `reduce_metrics`.
 */
export function joinMetrics(
  parts: readonly Readonly<Record<string, number>>[],
): Record<string, number> {
  const byName = new Map<string, number[]>();
  for (const [name, value] of parts.flatMap((part) => Object.entries(part)))
    byName.set(name, [...(byName.get(name) ?? []), value]);
  return Object.fromEntries([...byName].map(([name, values]) => [name, joined(name, values)]));
}

function joined(name: string, values: readonly number[]): number {
  if (name.endsWith('/max')) return Math.max(...values);
  if (name.endsWith('/min')) return Math.min(...values);
  const sum = values.reduce((all, value) => all + value);
  return SUMMED.test(name) ? sum : sum / values.length;
}
