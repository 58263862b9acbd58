import type { Episode } from '../types/episode.ts';
import type { StepInit } from '../types/step.ts';
import type { TerminationReason } from '../types/termination-reason.ts';
import type { Trajectory } from '../types/trajectory.ts';
import type { FileContext } from './file-context.ts';
import type { Refusal } from './problem.ts';
import type { RolloutRecord } from './record.ts';
import type { RolloutFacts } from './row.ts';
import type { SideFile } from './side-files.ts';
import type { LineFields } from './writers/line-fields.ts';

/** What a format finds in a record, of one rollout. */
export interface RowFields extends RolloutFacts {
  readonly group: string;
  readonly role: string;
  readonly reward: number | null;
  readonly rolloutIndex: string | null;
  /** What is wrong with an index that was passed over. */
  readonly oddIndex?: string;
  /**
   * What else had to be guessed, as a clause that goes on from "the rollout": `'has no id of its task; …'`. The reader says
   * each such text once a file.
   */
  readonly guessed?: string;
  /**
   * No id says what belongs together, and the group is the `textKey` of the input: the reader says so, once a file, and that
   * groups are of different sizes where they are.
   */
  readonly guessedGroup?: true;
  /** The task that the record names beside its group: a group should hold one task only. */
  readonly task?: string;
  /**
   * Which output of the rollout this is, where a file holds earlier ones too: of neighbours that are the same rollout the
   * highest is the rollout, and the others are skipped.
   */
  readonly output?: number;
  /** Earlier ones are parts of the rollout, which are counted, and not outputs that another took the place of. */
  readonly isPart?: true;
}

/** The content of a rollout: what a trajectory and its episode are made of. Everything may be left out but steps. */
export interface RolloutDetails {
  readonly steps: readonly StepInit[];
  readonly task?: unknown;
  readonly terminationReason?: TerminationReason | null;
  readonly isCorrect?: boolean;
  readonly sessionId?: string | null;
  /** Identity of the trajectory. */
  readonly uid?: string;
  /** Further scores by name. */
  readonly signals?: Readonly<Record<string, number>>;
  /** Of the episode. */
  readonly metrics?: Readonly<Record<string, unknown>>;
  readonly artifacts?: Readonly<Record<string, unknown>>;
  /** Whatever else the file says of the episode. */
  readonly episodeMetadata?: Readonly<Record<string, unknown>>;
  /** Whatever else the file says of the rollout: of the trajectory. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /**
   * The trajectory and its episode, where the file keeps all of their fields: they are given as they are, with the steps
   * above. The other details, and the fields of the row, are not looked at then.
   */
  readonly exact?: {
    readonly episode: Omit<Episode, 'trajectories'>;
    readonly trajectory: Trajectory;
    readonly fields: LineFields;
  };
}

/** How the records of a file lie in it: a line each, rows of a table, or one document. */
export type Container = 'jsonl' | 'json' | 'csv' | 'yaml' | 'parquet';

/** One entry for each rollout of a record; a Refusal for one that cannot be read. */
export type OneOrMore<T> = T | readonly (T | Refusal)[];

/**
 * Where the fields of a rollout are in a record of names and plain values, for formats of which nearly all records are such: of
 * those `read` is not called (it is where `repeats` is `'skip'`). Wherever group and index are numbers or texts that are not empty, the role is such a text and the reward
 * a finite number, and none of the names is missing that are named here, `detect` must be true (and that of formats
 * before it false), `describeSideRecord` undefined, and `read` must give these four fields and no others.
 */
export interface SimpleForm {
  readonly group: string;
  /** A name in a record inside of the record. */
  readonly role: readonly [record: string, name: string];
  readonly reward: string;
  readonly rolloutIndex: string;
  /** What has to be there too, … */
  readonly present: readonly string[];
  /** … and what must not. */
  readonly absent: readonly string[];
}

/**
 * One kind of rollout file. A format is one file in `formats/` and one line in `formats/index.ts`.
 *
 * @example
 * const mine: RolloutFormat = {
 *   name: 'mine',
 *   title: 'my own logs',
 *   containers: ['jsonl'],
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
  /**
   * What it is read from; the first is where its files usually are. JSON lines and JSON documents stand for each other: a
   * document of one object is one record, and one of an array has a record in each entry, as in YAML.
   */
  readonly containers: readonly Container[];
  /** Where each field is found, for people. */
  readonly describe: Readonly<Record<'group' | 'role' | 'reward' | 'rolloutIndex', string>>;
  /**
   * What becomes of a rollout with the index of one that was there before, in this file or another: `'keep'` (the
   * default) reports and keeps it, `'skip'` reports and skips it, for writers that write the same rollout again.
   */
  readonly repeats?: 'keep' | 'skip';
  /** `file.rewardKey` says which of its rewards is read. Default: it has one, and a name for it is reported as of no use. */
  readonly namedReward?: true;
  /** The rollouts of a record are the trajectories of one episode. Default: each is an episode of its own. */
  readonly oneEpisode?: true;
  /** Files that lie beside such rollouts and are none; passed over in folders and archives. */
  readonly sideFiles?: readonly SideFile[];
  /** Whether a record (of a table: its columns with empty values) is of this format. */
  detect(record: RolloutRecord, file: FileContext): boolean;
  /** Which version of the format it is, where there are several. */
  version?(record: RolloutRecord, file: FileContext): string;
  /**
   * Reads one record: the fields of its rollout, or a list with an entry for each rollout that is present. Throws a Refusal
   * (`refuseRecord`) for a record without any.
   *
   * @param number - which record of its file it is, counted from 0
   */
  read(record: RolloutRecord, file: FileContext, number: number): OneOrMore<RowFields>;
  /** What nearly all of its records look like, where that is simple. */
  readonly simple?: SimpleForm;
  /**
   * Facts of the one rollout of a record that take long to find, as lengths of answers. Called after `read`, and only where
   * they are wanted.
   */
  facts?(record: RolloutRecord, file: FileContext): RolloutFacts;
  /**
   * The content of the same rollouts: as many entries in the same order; what stands in the place of a Refusal does not
   * matter. Called only where content is asked for, after `read`, so what that refuses need not be looked at again.
   */
  details?(record: RolloutRecord, file: FileContext): OneOrMore<RolloutDetails>;
  /** Says what a record is that lies beside rollouts of this format but is none. */
  describeSideRecord?(record: RolloutRecord, file: FileContext): string | undefined;
}
