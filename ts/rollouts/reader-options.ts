import { checkOptions, type OptionNames } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import type { RolloutFormat } from './format.ts';
import type { RolloutProblem } from './problem.ts';

export interface ReadOptions {
  /** Read everything as this format: a name, or your own. Default: found out, of JSON lines record by record. */
  readonly format?: string | RolloutFormat;
  /**
   * Which reward is read, of formats that keep several for one rollout (a column for each reward function, a reward that is an
   * object). Default: their sum, and that is said, or none where a sum makes no sense. Of plain JSON lines and CSV the field that
   * is the reward. Default: `reward`. A record without a reward of that name is skipped. Formats with one reward read that one,
   * and report `unused-reward-key`, once a file.
   */
  readonly rewardKey?: string;
  /**
   * Called for each record that is skipped or worth a look, in order of reading. Default: the first of each kind is
   * printed. `counts` has them all.
   */
  readonly onProblem?: (problem: RolloutProblem) => void;
  /**
   * True: the same task in two sources is two groups, and every row says so. Default false, the sources are parts of
   * one set.
   */
  readonly separateSources?: boolean;
  /**
   * True: a source that cannot be read is a problem like others, and the next one is read. Default false: iteration
   * throws.
   */
  readonly skipUnreadableSources?: boolean;
  /** True: the first record that cannot be read throws. Default false: it is reported and skipped. */
  readonly strict?: boolean;
  /** Longer records, and longer JSON and YAML documents, are reported and skipped. Default 256 MiB. */
  readonly maxRecordBytes?: number;
  /**
   * False: rows tell rewards and groups, and of the rest (lengths of answers, how rollouts ended) only what costs nothing.
   * Default true.
   */
  readonly facts?: boolean;
  /**
   * How many threads may walk over the lines of a file ahead, where it is given by its path, holds JSON lines and is larger than
   * 100 MB, in Node. This thread stands still while it reads from such a file then, also with 0 of them. What is read is the
   * same. Default: none, and it never stands still.
   */
  readonly threads?: number;
  /** Called with the bytes of each piece that was read. */
  readonly onBytes?: (bytes: number) => void;
}

const names: OptionNames<ReadOptions> = {
  format: true,
  rewardKey: true,
  onProblem: true,
  separateSources: true,
  skipUnreadableSources: true,
  strict: true,
  maxRecordBytes: true,
  facts: true,
  threads: true,
  onBytes: true,
};

/** @throws UpperhandError `invalid-argument` for an option that there is not, or a value of the wrong type */
export function checkReadOptions(options: ReadOptions): void {
  checkOptions(options, names);
  const { format } = options;
  if (format !== undefined && typeof format !== 'string' && typeof format?.read !== 'function') {
    refuse('format', 'the name of a format, or one of your own', format);
  }
  for (const name of ['onProblem', 'onBytes'] as const) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== 'function') refuse(name, 'a function', value);
  }
  for (const name of ['separateSources', 'skipUnreadableSources', 'strict', 'facts'] as const) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== 'boolean') refuse(name, 'a boolean', value);
  }
  const { rewardKey }: { readonly rewardKey?: unknown } = options;
  if (rewardKey !== undefined && typeof rewardKey !== 'string') {
    refuse('rewardKey', 'the name of a reward', rewardKey);
  }
  const { threads = 0 }: { readonly threads?: unknown } = options;
  if (!Number.isInteger(threads) || (threads as number) < 0) {
    refuse('threads', 'an integer, 0 or more', threads);
  }
  const { maxRecordBytes = 1 }: { readonly maxRecordBytes?: unknown } = options;
  if (typeof maxRecordBytes !== 'number' || !(maxRecordBytes > 0)) {
    refuse('maxRecordBytes', 'a number above 0', maxRecordBytes);
  }
}
