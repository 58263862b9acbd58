import type { RolloutFormat } from './format.ts';
import type { RolloutProblem } from './problem.ts';

export interface ReadOptions {
  /** Read everything as this format: a name, or your own. Default: found out for each source. */
  readonly format?: string | RolloutFormat;
  /** Called for each problem, in order of reading. Default: they are counted only. */
  readonly onProblem?: (problem: RolloutProblem) => void;
  /** True: the same task in two sources is two groups. Default false, the sources are parts of one set. */
  readonly separateSources?: boolean;
  /** Longer records are reported and skipped. Default 256 MiB. */
  readonly maxRecordBytes?: number;
  /** Called with the bytes of each piece that was read. */
  readonly onBytes?: (bytes: number) => void;
}
