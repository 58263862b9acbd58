import type { SkippedKind } from './problem.ts';

/** A parsed record; own properties only, whatever they are called. */
export type RolloutRecord = Readonly<Record<string, unknown>>;

/** What a format finds in a record. */
export interface RowFields {
  readonly group: string;
  readonly role: string;
  readonly reward: number | null;
  readonly rolloutIndex: string | null;
  /** True when no id said what belongs together, and equal input was taken for the same task. */
  readonly groupedByInput?: boolean;
  /** The task that the record names beside its group: a group should hold one task only. */
  readonly task?: string;
}

/** How the fields of a record can be read once more where JavaScript lost something. */
export interface RecordContext {
  /** The record with integers beyond 2^53 as text, digit for digit. */
  exact(): RolloutRecord;
}

/**
 * One kind of rollout file. A format is one file in `formats/` and one line in `formats/index.ts`.
 *
 * @example
 * const mine: RolloutFormat = {
 *   name: 'mine',
 *   title: 'my own logs',
 *   container: 'jsonl',
 *   describe: { group: 'question', role: 'always "solver"', reward: 'score', rolloutIndex: 'none' },
 *   detect: (record) => Object.hasOwn(record, 'question') && Object.hasOwn(record, 'score'),
 *   read: (record, context) => ({
 *     group: readId(record, 'question', context) ?? refuseRecord('missing-group', 'no question'),
 *     role: 'solver',
 *     reward: readReward(record.score),
 *     rolloutIndex: null,
 *   }),
 * };
 */
export interface RolloutFormat {
  /** As in `--input-format`. */
  readonly name: string;
  readonly title: string;
  readonly container: 'jsonl' | 'csv';
  /** Where each field is found, for people. */
  readonly describe: Readonly<Record<'group' | 'role' | 'reward' | 'rolloutIndex', string>>;
  /** Whether a record (of a CSV file: its header with empty values) is of this format. */
  detect(record: RolloutRecord): boolean;
  /** Reads one record, or throws a Refusal. */
  read(record: RolloutRecord, context: RecordContext): RowFields;
  /** Says what a record is that lies beside rollouts of this format but is none. */
  describeSideRecord?(record: RolloutRecord): string | undefined;
}

export type { SkippedKind };
