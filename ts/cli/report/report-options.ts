import type { Selection } from '../inspect/selection.ts';

/** The command line of `upperhand report`. */
export interface ReportCommandOptions extends Selection {
  readonly out: string;
  readonly force?: boolean;
  readonly estimator?: readonly string[];
  readonly import?: readonly string[];
  readonly maxMb: number;
  readonly inputFormat: string;
  readonly reward?: string;
  readonly strict?: boolean;
}
