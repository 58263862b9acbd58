import { zeroCounts } from './counts.ts';
import type { Container } from './format.ts';
import { IdentityChecks } from './identity-checks.ts';
import { readSource } from './read-source.ts';
import type { ReadingContext } from './reading-context.ts';
import { checkSources, type RolloutSource } from './source.ts';

/** What a source was found to be, by its first record. */
export interface DetectedFormat {
  /** The file that the record is in: the source, or a file in that folder or archive. */
  readonly source: string;
  /** Name of the format; null when none knows such records. */
  readonly format: string | null;
  /** Which version of the format, where it has several. */
  readonly version: string | null;
  readonly container: Container;
  /** Names of the fields of the record, or of the columns. */
  readonly fields: readonly string[];
}

/**
 * Finds out what a rollout file is; of a folder or an archive, what its first file is that holds a record. Reads no more than
 * the beginning.
 *
 * @throws UpperhandError `invalid-argument` for what is no source; `rollout-file` for one that holds no records
 * @example
 * const bytes = new TextEncoder().encode('{"task_id": "t1", "reward": 1}\n');
 * (await detectFormat({ name: 'mine', chunks: [bytes] })).format; // 'jsonl'
 */
export async function detectFormat(source: RolloutSource): Promise<DetectedFormat> {
  let detected: DetectedFormat | undefined;
  const shared: ReadingContext = {
    counts: zeroCounts(),
    identity: new IdentityChecks(),
    filesRead: new Map(),
    separateSources: false,
    onProblem: () => {},
    skipUnreadableSources: false,
    strict: false,
    maxRecordBytes: 1 << 28,
    onBytes: undefined,
    format: null,
    threads: undefined,
    withFacts: false,
    withDetails: false,
    onRecord(record, format, { file, container }) {
      detected ??= {
        source: file.name,
        format: format?.name ?? null,
        version: format?.version?.(record, file) ?? null,
        container,
        fields: record.names,
      };
    },
  };
  for (const checked of checkSources(source)) {
    for await (const piece of readSource(checked, shared)) {
      for (const _ of piece) if (detected) break;
      if (detected) return detected;
    }
  }
  // A source that holds no record has thrown.
  throw new TypeError('nothing was read');
}
