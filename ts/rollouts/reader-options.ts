import type { RolloutFormat } from './format.ts';
import type { RolloutProblem } from './problem.ts';

export interface ReadOptions {
  /** Read everything as this format: a name, or your own. Default: found out, of JSON lines record by record. */
  readonly format?: string | RolloutFormat;
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
  /** Longer records are reported and skipped. Default 256 MiB. */
  readonly maxRecordBytes?: number;
  /** Called with the bytes of each piece that was read. */
  readonly onBytes?: (bytes: number) => void;
}
