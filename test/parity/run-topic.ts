import { createHash } from 'node:crypto';
import type { Kernels } from '../../ts/kernels/kernels.ts';
import { decode, encode, same, showDifference } from './compare.ts';
import type { AnyTopic, Difference, GoldenRecord } from './topic.ts';

/** A record that we deliberately do not meet. `record` ties it to the very record, not just to its name. */
export interface ListedDifference {
  readonly record: string;
  readonly reason: string;
  /** The value asserted instead, encoded. */
  readonly expected: unknown;
}

/** By topic, then by `{id}@{version}`. */
export type DifferenceList = Readonly<Record<string, Readonly<Record<string, ListedDifference>>>>;

export interface TopicReport {
  /** Records that were compared. */
  readonly records: number;
  /** Records about things that are not built, by what they are about. */
  readonly notBuilt: Readonly<Record<string, readonly string[]>>;
  readonly exact: number;
  /** Differences that stand in the list. */
  readonly listed: number;
  /** Differences that a rule excuses, by reason. */
  readonly byRule: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
  /** Entries of the list that are about none of these records. */
  readonly stray: readonly string[];
  /** Every deliberate difference found, as it would be listed. */
  readonly differences: Readonly<Record<string, ListedDifference>>;
}

/** How many records are about things that are not built. */
export function countNotBuilt({ notBuilt }: TopicReport): number {
  return Object.values(notBuilt).flat().length;
}

/** Puts all records of one golden file to our code. */
export async function runTopic(
  topic: AnyTopic,
  lines: readonly string[],
  kernels: Kernels,
  list: DifferenceList,
): Promise<TopicReport> {
  const records = lines.map(
    (line, i): GoldenRecord => ({ id: `line-${i + 1}`, ...JSON.parse(line) }),
  );
  const heads = new Map(
    records.filter(({ version }) => version === 'head').map((record) => [record.id, record]),
  );
  const listed = list[topic.name] ?? {};
  const failures: string[] = [];
  const byRule: Record<string, number> = {};
  const differences: Record<string, ListedDifference> = {};
  const notBuilt: Record<string, string[]> = {};
  const counts = { records: 0, exact: 0, listed: 0 };
  const stray = new Set(Object.keys(listed));

  for (const [i, record] of records.entries()) {
    const key = record.version ? `${record.id}@${record.version}` : record.id;
    const missing = topic.notBuilt?.(record) ?? null;
    if (missing !== null) {
      notBuilt[missing] = [...(notBuilt[missing] ?? []), key];
      continue;
    }
    const comparison = await topic.run(record, kernels);
    if (!comparison) continue;
    counts.records++;
    const hash = createHash('sha256')
      .update(lines[i] as string)
      .digest('hex')
      .slice(0, 16);
    const entry =
      Object.hasOwn(listed, key) && listed[key]?.record === hash ? listed[key] : undefined;
    if (entry) stray.delete(key);
    const fail = (why: string): number =>
      failures.push(`${topic.name} ${key} (${kernels.name}): ${why}`);

    if (same(comparison.expected, comparison.actual)) {
      if (entry) fail('is listed as a difference, but does not differ');
      else counts.exact++;
      continue;
    }
    const difference =
      topic.rule?.(record, kernels) ?? (await fromHead(topic, record, heads, kernels));
    if (difference)
      differences[key] = {
        record: hash,
        reason: difference.reason,
        expected: encode(difference.expected),
      };
    if (entry) {
      if (same(decode(entry.expected), comparison.actual)) counts.listed++;
      else
        fail(
          `differs from what is listed (${entry.reason})\n    ${showDifference(decode(entry.expected), comparison.actual)}`,
        );
    } else if (difference) {
      if (same(difference.expected, comparison.actual))
        byRule[difference.reason] = (byRule[difference.reason] ?? 0) + 1;
      else
        fail(
          `differs from rule ${difference.reason}\n    ${showDifference(difference.expected, comparison.actual)}`,
        );
    } else {
      fail(`differs\n    ${showDifference(comparison.expected, comparison.actual)}`);
    }
  }
  return { ...counts, notBuilt, byRule, failures, stray: [...stray], differences };
}

/** Where the older layout and HEAD give different results, HEAD's own record says what is right. */
async function fromHead(
  topic: AnyTopic,
  record: GoldenRecord,
  heads: ReadonlyMap<string, GoldenRecord>,
  kernels: Kernels,
): Promise<Difference | null> {
  const head = record.version === 'seed' ? heads.get(record.id) : undefined;
  if (!head) return null;
  const rule = topic.rule?.(head, kernels);
  const comparison = rule ?? (await topic.run(head, kernels));
  return comparison
    ? { reason: rule ? `HEAD, ${rule.reason}` : 'HEAD', expected: comparison.expected }
    : null;
}
