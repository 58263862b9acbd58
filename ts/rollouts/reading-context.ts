import type { RolloutContent } from './content.ts';
import type { RolloutCounts } from './counts.ts';
import type { FileContext } from './file-context.ts';
import type { Container, RolloutFormat } from './format.ts';
import type { IdentityChecks } from './identity-checks.ts';
import type { RolloutProblem } from './problem.ts';
import type { RolloutRecord } from './record.ts';
import type { RolloutRow } from './row.ts';

/** What the sources of one reader share. */
export interface ReadingContext {
  readonly counts: RolloutCounts;
  readonly identity: IdentityChecks;
  /** Files that were read, behind all links, and under which name. */
  readonly filesRead: Map<string, string>;
  readonly separateSources: boolean;
  readonly onProblem: (problem: RolloutProblem) => void;
  /** False: a source that cannot be read throws. */
  readonly skipUnreadableSources: boolean;
  /** The source is one of many, in a folder or an archive: none of its records has to be a rollout. */
  readonly isMember?: boolean;
  /** True: a record that cannot be read throws. */
  readonly strict: boolean;
  readonly maxRecordBytes: number;
  readonly rewardKey?: string | undefined;
  /** Called with the bytes of each piece that was read. */
  readonly onBytes: ((bytes: number) => void) | undefined;
  /** Null: found out from the source itself. */
  readonly format: RolloutFormat | null;
  /** Called with the first record that can be read at all, maybe with others, and what it was found to be. */
  readonly onRecord?: (
    record: RolloutRecord,
    format: RolloutFormat | null,
    place: { readonly file: FileContext; readonly container: Container },
  ) => void;
  /** How many threads may help with a large file, for which this one stands still; undefined: it does not. */
  readonly threads: number | undefined;
  /** Whether facts are wanted that formats tell apart. */
  readonly withFacts: boolean;
  /** Whether the content of rollouts is wanted too, and of those too whose lists do not fit each other. */
  readonly withDetails: boolean | 'unchecked';
}

/** A rollout that was found. */
export interface Found {
  readonly row: RolloutRow;
  readonly format: RolloutFormat;
  /** Which version of the format its file is; null where there is one only. */
  readonly version: string | null;
  /** Which record of its source it is in. */
  readonly record: number;
  /** Null where content is not wanted, or the format has none. */
  readonly content: RolloutContent | null;
}

export interface Place {
  readonly line: number;
  readonly offset: number;
}
