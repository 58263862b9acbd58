import { describe } from 'vitest';
import {
  type CollectOptions,
  collectRewardAndAdvantageFromTrajectoryGroups,
} from '../../ts/advantage/collect.ts';
import type { AlgorithmConfigInit } from '../../ts/config/algorithm-config.ts';
import type { Warning } from '../../ts/errors/warning.ts';
import type { EstimatorOptions } from '../../ts/estimators/adv-estimator.ts';
import { getAdvEstimator } from '../../ts/estimators/registry.ts';
import type { Kernels } from '../../ts/kernels/kernels.ts';
import type { AdvantageEstimator } from '../../ts/types/advantage-estimator.ts';
import type { TrajectoryGroup } from '../../ts/types/trajectory-group.ts';
import { kernelsTable } from '../support/kernels-table.ts';
import { advantagesOf, groupWith } from '../support/make-groups.ts';

type Rewards = readonly (readonly (number | boolean)[])[];

/** What a case needs, over one kernel. */
export interface Case {
  /** Advantages by group. */
  estimate(
    estimator: Exclude<AdvantageEstimator, 'other'>,
    rewards: Rewards,
    options?: EstimatorOptions,
  ): number[][];
  /** One collection of groups of role `s`. */
  collect(rewards: Rewards | readonly TrajectoryGroup[], config?: AlgorithmConfigInit): Collected;
}

export interface Collected {
  readonly metrics: Record<string, number>;
  /** By group, one a trajectory: that of its first step. */
  readonly advantages: unknown[][];
  readonly warnings: Warning[];
}

/** A suite that runs over every kernel. */
export function describeCases(title: string, suite: (on: Case) => void): void {
  describe.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
    `${title}, with %s kernels`,
    (_, kernels) => suite(caseOn(kernels)),
  );
}

function caseOn(kernels: Kernels): Case {
  return {
    estimate: (estimator, rewards, options) =>
      getAdvEstimator(estimator)(rewards, { ...options, kernels }).advantages.toArrays(),
    collect(rewards, config) {
      const groups = rewards.map((group, g) =>
        'groupId' in group ? group : groupWith(`t${g}:s`, group),
      );
      const warnings: Warning[] = [];
      const options: CollectOptions = { kernels, onWarning: (warning) => warnings.push(warning) };
      const metrics = collectRewardAndAdvantageFromTrajectoryGroups(groups, config, options);
      const advantages = advantagesOf(groups).map((group) => group.map(([first]) => first));
      return { metrics, advantages, warnings };
    },
  };
}

/** The same number n times. */
export function times<T>(n: number, value: T): T[] {
  return new Array<T>(n).fill(value);
}
