import type { EpsilonPlace, Scope, SingletonRule } from '../../kernels/kernels.ts';

/**
 * An estimator as data: advantage = (reward − baseline) / scale. `group` statistics run over one group, `pool`
 * statistics over all groups of the call, which are those of one role.
 */
export interface AdvantageSpec {
  readonly baseline: BaselineSpec;
  readonly scale: ScaleSpec;
  /** What a group of one becomes, wherever a statistic of its group is used. */
  readonly singleton: SingletonRule;
}

export type BaselineSpec =
  | { readonly kind: 'none' }
  | { readonly kind: 'mean'; readonly scope: Scope }
  /** Mean of the group's other members, in the form n / (n − 1) · (reward − mean). Takes no scale. */
  | { readonly kind: 'leave-one-out' };

export type ScaleSpec =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'std';
      readonly scope: Scope;
      /** Std of the rewards, or of the residuals that the baseline leaves. */
      readonly of: 'values' | 'residuals';
      /** 0: population, 1: sample. */
      readonly ddof: number;
      readonly epsilon: number;
      /** std + ε, or sqrt(variance + ε). */
      readonly epsilonPlace: EpsilonPlace;
    };
