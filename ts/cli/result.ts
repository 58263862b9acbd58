import type { RolloutCounts } from '../rollouts/counts.ts';
import type { RolloutProblem } from '../rollouts/problem.ts';
import type { Disagreement } from './advantages/disagreements.ts';
import type { CliWarning } from './cli-warning.ts';
import type { EffectiveEpsilon } from './estimator-settings.ts';
import type { Scores } from './score.ts';

/** How the advantages were computed. */
export interface Settings {
  /** The first is the one that the others are compared with. */
  readonly estimators: readonly string[];
  readonly estimatorMap: Readonly<Record<string, string>>;
  readonly normAdvByStdInGrpo: boolean;
  readonly epsilon: EffectiveEpsilon;
  readonly kernels: string;
}

/** All that `upperhand advantages` has to say. */
export interface Result {
  readonly settings: Settings;
  readonly scores: Scores;
  /** What each further estimator sees otherwise than the first. Default none. */
  readonly disagreements?: readonly Disagreement[];
  /** Whether rollouts come from more than one source. */
  readonly severalSources: boolean;
  /** Whether they are of more sets than sources: of different steps or splits. Default false. */
  readonly severalSets?: boolean;
  /** Whether a record holds more than one. Default false. */
  readonly severalItems?: boolean;
  readonly problems: readonly RolloutProblem[];
  readonly warnings: readonly CliWarning[];
  readonly counts: Readonly<RolloutCounts>;
}
