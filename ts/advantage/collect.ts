import { AlgorithmConfig, type AlgorithmConfigInit } from '../config/algorithm-config.ts';
import { checkOptions, type OptionNames } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { type OnWarning, warnOnce } from '../errors/warning.ts';
import { behindName } from '../estimators/behind-name.ts';
import type { EstimatorInputs } from '../estimators/estimator-input.ts';
import { checkInputs } from '../estimators/given-inputs.ts';
import type { SpecInputs } from '../estimators/spec/spec-input.ts';
import { kernelsOr } from '../kernels/active-kernels.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { checkBoolean, checkFunction } from '../types/check.ts';
import type { IdSeparator } from '../types/ids.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';
import { type EstimateOptions, estimatePool, estimatorOf } from './estimate-pool.ts';
import { type CollectedPool, poolByRole } from './pool-by-role.ts';
import { inputsOfPool } from './pool-inputs.ts';
import { poolMetrics } from './pool-metrics.ts';
import { warnGroupsOfOne, warnNonFinite, warnUnusedRoles } from './pool-warnings.ts';
import type { PrecomputedAdvantages } from './precomputed.ts';
import type { RolePool } from './role-pool.ts';
import { readStepAdvantages, type WrittenAdvantages } from './step-advantages.ts';
import { type TrackerStates, trackerCall } from './tracked.ts';
import { broadcast, checkWritable, writeSteps } from './write-advantages.ts';

export interface CollectOptions {
  /** False: reward metrics only, and no step is touched. Default true. */
  readonly collectAdvantage?: boolean;
  /** Default: the process-wide kernels. */
  readonly kernels?: Kernels;
  /** Default: prints the first warning of each kind. */
  readonly onWarning?: OnWarning;
  /** Replaces the estimators' own 1e-6. */
  readonly epsilon?: number;
  /** Where group ids are cut to find the role. Default `'last'`. */
  readonly idSeparator?: IdSeparator;
  /**
   * What estimators with a tracker (`prime-rl/rae`, `spo/spo`) remember, by role; changed once all went well. Keep it
   * from batch to batch. Default: nothing is remembered, and such estimators are refused.
   */
  readonly trackers?: TrackerStates;
  /**
   * What estimators need and trajectories do not hold (`values`, `refLogprobs`, `columns`, …), by its name. Default: nothing
   * is given, and estimators that need some are refused.
   */
  readonly inputs?: EstimatorInputs;
}

/**
 * Computes the advantages of all trajectories, role by role, writes each trajectory's advantage on every one of its
 * steps, and returns the metrics of the batch, with rLLM's keys in rLLM's order. An estimator that tells steps or tokens
 * apart has what it gives for them written instead, and `advantage/*` runs over these numbers.
 *
 * All groups of one role are one call of that role's estimator. Groups whose steps carry advantages keep them when
 * `usePrecomputedAdvantage` is on (as one number a token); their rewards are in no metric, and their tokens are
 * averaged together with the trajectories of other groups of the role.
 *
 * Nothing is written when it throws.
 *
 * Source: rLLM's `collect_reward_and_advantage_from_trajectory_groups`.
 *
 * @param algorithmConfig - a config, or the fields of one that differ from the defaults
 * @returns `reward/{role}/…`, `advantage/{role}/…`, `batch/{role}/…`
 * @throws UpperhandError `missing-reward` for a trajectory without one, `empty-group` for a role without
 *   trajectories, `invalid-advantage` for a precomputed group with a gap, `unknown-estimator`,
 *   `estimator-failed`, `invalid-estimator-result`, `invalid-argument` for an option that there is not, or ConfigError
 * @example
 * const group = createTrajectoryGroup({
 *   groupId: 'task-7:solver',
 *   trajectories: [1, 0].map((reward) => createTrajectory({ reward, steps: [createStep()] })),
 * });
 * const metrics = collectRewardAndAdvantageFromTrajectoryGroups([group], { estimator: 'rloo' });
 * group.trajectories[0].steps[0].advantage; // 1
 * metrics['reward/solver/mean'];            // 0.5
 */
export function collectRewardAndAdvantageFromTrajectoryGroups(
  groups: readonly TrajectoryGroup[],
  algorithmConfig: AlgorithmConfigInit = {},
  options: CollectOptions = {},
): Record<string, number> {
  checkOptions(options, COLLECT_OPTIONS);
  const { collectAdvantage = true, onWarning = warnOnce, epsilon } = options;
  checkBoolean('collectAdvantage', collectAdvantage);
  checkFunction('onWarning', onWarning);
  const kernels = kernelsOr(options.kernels);
  const { trackers, inputs = {} } = options;
  checkInputs('inputs', inputs);
  if (trackers !== undefined && !(trackers instanceof Map)) refuse('trackers', 'a Map', trackers);
  if (!Array.isArray(groups)) refuse('groups', 'an array of trajectory groups', groups);
  const { stepwiseAdvantageMode = 'broadcast' } = algorithmConfig ?? {};
  if (stepwiseAdvantageMode !== 'broadcast') {
    refuse(
      'stepwiseAdvantageMode',
      '"broadcast", the only mode that is collected',
      stepwiseAdvantageMode,
    );
  }
  const config = AlgorithmConfig.create(algorithmConfig, { onWarning });
  const { pools, precomputed, locked } = poolByRole(
    groups,
    config,
    collectAdvantage,
    onWarning,
    options,
  );
  warnNonFinite(pools, onWarning);
  if (!collectAdvantage) return poolMetrics(pools, null, kernels);

  warnUnusedRoles(pools, precomputed.keys(), config, onWarning);
  warnGroupsOfOne(pools, config, onWarning);
  const tracked = pools.map((pool) => trackerCall(pool, config, trackers, options));
  const computed = pools.map((pool, p) =>
    computePool(pool, config, () => inputsOfPool(pool, config, inputs, onWarning), {
      kernels,
      epsilon,
      tracker: tracked[p] ?? null,
    }),
  );
  const metrics = poolMetrics(pools, poolAdvantages(precomputed, pools, computed), kernels);

  const rewrites = [...precomputed.values()].flat().flatMap((held) => held.rewrites);
  if (locked) checkWritable(pools, rewrites);
  for (const { step, advantage } of rewrites) step.advantage = advantage;
  pools.forEach(({ members }, p) => {
    const { values, written } = computed[p] as ComputedPool;
    if (written === null) broadcast(members, values);
    else writeSteps(members, written);
  });
  pools.forEach(({ role }, p) => {
    const call = tracked[p];
    if (call) trackers?.set(role, call.state);
  });
  return metrics;
}

interface ComputedPool {
  /** One number a trajectory. */
  readonly values: Float64Array;
  /** What steps or tokens get, where the estimator tells them apart. */
  readonly written: WrittenAdvantages | null;
}

function computePool(
  pool: CollectedPool,
  config: AlgorithmConfig,
  inputs: () => SpecInputs,
  options: EstimateOptions,
): ComputedPool {
  const { role } = pool;
  const who = `estimator ${show(estimatorOf(role, config))} (role ${show(role)})`;
  const { advantages, stepAdvantages } = named(who, () =>
    estimatePool(pool, config, { ...options, inputs: inputs() }),
  );
  if (stepAdvantages === undefined) return { values: advantages.values, written: null };
  return { values: advantages.values, written: readStepAdvantages(pool, stepAdvantages, who) };
}

/** What an estimator refuses is told with its name: a batch may have as many estimators as roles. */
function named<T>(who: string, estimate: () => T): T {
  try {
    return estimate();
  } catch (error) {
    throw error instanceof UpperhandError ? behindName(who, error) : error;
  }
}

const COLLECT_OPTIONS: OptionNames<CollectOptions> = {
  collectAdvantage: true,
  kernels: true,
  onWarning: true,
  epsilon: true,
  idSeparator: true,
  trackers: true,
  inputs: true,
};

/** What each role's `advantage/*` metrics run over. Roles with precomputed groups come first, their tokens first. */
function poolAdvantages(
  precomputed: ReadonlyMap<string, readonly PrecomputedAdvantages[]>,
  pools: readonly RolePool[],
  computed: readonly ComputedPool[],
): Map<string, Float64Array> {
  const pooled = new Map<string, Float64Array>();
  for (const [role, held] of precomputed)
    pooled.set(role, Float64Array.from(held.flatMap(({ flat }) => flat)));
  pools.forEach(({ role }, p) => {
    const { values, written } = computed[p] as ComputedPool;
    const advantages = written?.flat ?? values;
    const before = pooled.get(role);
    pooled.set(role, before ? concat(before, advantages) : advantages);
  });
  return pooled;
}

function concat(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
