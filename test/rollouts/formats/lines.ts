import { openRollouts, type RolloutEpisode } from '../../../ts/rollouts/index.ts';
import type { ReadOptions } from '../../../ts/rollouts/reader-options.ts';
import type { RolloutRow } from '../../../ts/rollouts/row.ts';
import { type Read, readText as readAs, toBytes } from '../read.ts';

/** Records as JSON lines; numbers that JSON has none of are bare, and -0 keeps its sign, as Python writes them. */
export function lines(records: readonly object[]): string {
  return records.map((record) => `${toPythonJson(record)}\n`).join('');
}

function toPythonJson(record: object): string {
  const mark = '\u0000';
  const text = JSON.stringify(record, (_, value: unknown) =>
    isLost(value) ? `${mark}${Object.is(value, -0) ? '-0.0' : value}` : value,
  );
  return text.replaceAll(/"\\u0000(NaN|-?Infinity|-0\.0)"/g, '$1');
}

/** Whether JSON.stringify writes another number, or none. */
function isLost(value: unknown): value is number {
  return typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0));
}

/** Reads text as a file whose name tells nothing, unless another is given. */
export function readText(
  content: string | Uint8Array,
  options: ReadOptions & { readonly name?: string } = {},
): Promise<Read> {
  return readAs(content, { name: 'rollouts.jsonl', ...options });
}

/** What text holds, with its content. */
export async function episodesOf(
  content: string | Uint8Array,
  name = 'rollouts.jsonl',
): Promise<RolloutEpisode[]> {
  const episodes: RolloutEpisode[] = [];
  const source = { name, chunks: [toBytes(content)] };
  for await (const episode of openRollouts(source, { onProblem: () => {} })) episodes.push(episode);
  return episodes;
}

/** Rewards by set, group and role, in order of the file. */
export function rewardsOf(rows: readonly RolloutRow[]): Record<string, (number | null)[]> {
  const groups: Record<string, (number | null)[]> = {};
  for (const { set, group, role, reward } of rows) {
    const home = [set, group, role === 'all_groups' ? undefined : role];
    const key = home.filter((part) => part !== undefined).join('/');
    groups[key] = [...(groups[key] ?? []), reward];
  }
  return groups;
}
