import type { Sorting } from '../commands/sorting-option.ts';
import type { FailOn } from './fail-on.ts';
import type { Selection } from './selection.ts';

/** What the command line says. */
export interface InspectOptions extends Selection {
  readonly reason?: readonly string[];
  readonly minReward?: number;
  readonly maxReward?: number;
  readonly sort?: Sorting;
  readonly limit?: number;
  readonly show?: string;
  readonly content?: boolean;
  readonly json?: boolean;
  readonly failOn?: readonly FailOn[];
  readonly inputFormat: string;
  readonly reward?: string;
  readonly strict?: boolean;
}
