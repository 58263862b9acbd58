import { UpperhandError } from '../errors/upperhand-error.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import { type LossOptions, resolveLossOptions } from './loss-options.ts';
import { usualLossOf } from './losses-of-estimators.ts';
import type { LossName } from './registry.ts';

export type TinkerLoss = 'importance_sampling' | 'ppo' | 'cispo' | 'dro' | 'cross_entropy';

/** What Tinker's servers know, by the names that they have here, too. */
export const TINKER_LOSSES: readonly TinkerLoss[] = [
  'importance_sampling',
  'ppo',
  'cispo',
  'dro',
  'cross_entropy',
];

/** A loss by name, and what it is told. */
export interface LossSettings {
  readonly loss: LossName;
  readonly options: LossOptions;
}

/**
 * The loss that a config asks for, for one role or for all: `lossFnMap` of the role, else `lossFn`, else that of the
 * role's estimator, which is `ppo` for `grpo` and `importance_sampling` for all others.
 *
 * The options are `epsClip`, `epsClipHigh` and `klBeta` of the config; `aggregation`, where `lossAggMode` is not null;
 * and the rollout correction, where its mode is not null. A clip range that is the config's default, 0.2 to both sides, and a
 * `klBeta` of 0 are for Tinker's losses alone: others, presets among them, have their own. With `bypassMode` π_old is the
 * policy that sampled, so there is nothing to correct: that together with a mode is refused.
 *
 * Names are not looked up: a backend may know losses that are not registered here.
 *
 * Source: rLLM's Tinker backend, which sends no options and so leaves the clip range to the server; its verl backend
 * has them.
 *
 * @param role - of a trajectory group; none: the settings without any map
 * @throws UpperhandError `invalid-argument` for `bypassMode` together with a `tisMode`
 * @example
 * const config = AlgorithmConfig.create({ estimator: 'rloo', estimatorMap: { judge: ['grpo', 'cispo'] } });
 * lossOptionsOf(config, 'solver').loss; // 'importance_sampling'
 * lossOptionsOf(config, 'judge');       // { loss: 'cispo', options: { epsClip: 0.2, epsClipHigh: null, klBeta: 0 } }
 */
export function lossOptionsOf(config: AlgorithmConfig, role?: string): LossSettings {
  const { epsClip, epsClipHigh, klBeta, lossAggMode, rolloutCorrection } = config;
  const { tisMode, tisCap, bypassMode } = rolloutCorrection;
  if (tisMode !== null && bypassMode === true) {
    throw new UpperhandError(
      'invalid-argument',
      `rolloutCorrection: tisMode must be null with bypassMode, as π_old is the rollout policy then, got "${tisMode}"`,
    );
  }
  const estimator = ofRole(config.estimatorMap, role) ?? config.estimator;
  const loss = ofRole(config.lossFnMap, role) ?? config.lossFn ?? usualLossOf(estimator);
  const isTinkers = TINKER_LOSSES.some((name) => name === loss);
  const { epsClip: usual } = resolveLossOptions({});
  const isUsual = epsClip === usual && epsClipHigh === null;
  const options: LossOptions = {
    ...((isTinkers || !isUsual) && { epsClip, epsClipHigh }),
    ...((isTinkers || klBeta > 0) && { klBeta }),
    ...(lossAggMode !== null && { aggregation: lossAggMode }),
    ...(tisMode !== null && { tisMode, tisCap }),
  };
  return { loss, options };
}

function ofRole<T>(map: Readonly<Record<string, T>>, role: string | undefined): T | undefined {
  return role !== undefined && Object.hasOwn(map, role) ? map[role] : undefined;
}
