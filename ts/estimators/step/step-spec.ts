import type { AdvantageSpec, PostStep } from '../spec/advantage-spec.ts';
import type { SameState } from './group-states.ts';

/**
 * A step-level estimator as data; advantages are one number a step: what its trajectory gets, plus `weight` times what it
 * gets among the steps of its group that began in the same state.
 */
export interface StepSpec {
  readonly level: 'step';
  /** Discount of the returns that steps are compared by (`stepReturns`). Default 1. */
  readonly gamma?: number;
  /** What a trajectory gets in its group, for each of its steps. Default: nothing. */
  readonly trajectory?: AdvantageSpec;
  readonly state: StateCredit;
  /** Steps over the sums, one after the other. What weighs by tokens is refused: steps have no lengths. */
  readonly post?: readonly PostStep[];
}

export interface StateCredit {
  readonly weight: number;
  /** What the return of a step is worth among those that it is compared with. */
  readonly spec: AdvantageSpec;
  readonly same: SameState;
  /**
   * How many states before its own a step may have to share with those that it is compared with. 0: only its own counts.
   * K: it is compared K + 1 times, with those that share 0, 1, … K earlier states, and gets the mean of what is not 0,
   * each counting as often as it shares states, its own included.
   */
  readonly history: number;
}
