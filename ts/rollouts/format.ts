import type { RolloutRecord } from './record.ts';

/** What a format finds in a record. */
export interface RowFields {
  readonly group: string;
  readonly role: string;
  readonly reward: number | null;
  readonly rolloutIndex: string | null;
  /** What is wrong with an index that was passed over. */
  readonly oddIndex?: string;
  /** True when no id said what belongs together, and equal input was taken for the same task. */
  readonly groupedByInput?: boolean;
  /** The task that the record names beside its group: a group should hold one task only. */
  readonly task?: string;
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
 *   detect: (record) => record.has('question') && record.has('score'),
 *   read: (record) => ({
 *     group: readId(record, 'question') ?? refuseRecord('missing-group', 'no question'),
 *     role: 'solver',
 *     reward: readReward(record.get('score')),
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
  /** The fields by which it is known, for people whose records have none of them. */
  readonly signs?: string;
  /** Whether a record (of a CSV file: its header with empty values) is of this format. */
  detect(record: RolloutRecord): boolean;
  /** Reads one record, or throws a Refusal. */
  read(record: RolloutRecord): RowFields;
  /** Says what a record is that lies beside rollouts of this format but is none. */
  describeSideRecord?(record: RolloutRecord): string | undefined;
}
