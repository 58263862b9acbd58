import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { EstimatorOptions } from '../../estimators/adv-estimator.ts';
import { listPresets } from '../../estimators/presets/list-presets.ts';
import {
  getAdvEstimator,
  isFinerEstimator,
  isSpecEstimator,
  listAdvEstimators,
} from '../../estimators/registry.ts';
import { runAdvEstimator } from '../../estimators/run-adv-estimator.ts';
import type { AdvantageSpec } from '../../estimators/spec/advantage-spec.ts';
import { describeSingleton } from '../../estimators/spec/describe-singleton.ts';
import { describeSpec } from '../../estimators/spec/describe-spec.ts';
import { explainSpec } from '../../estimators/spec/explain-spec.ts';
import type { SpecInputs } from '../../estimators/spec/spec-input.ts';
import { getKernels } from '../../kernels/active-kernels.ts';
import type { RolloutRow } from '../../rollouts/row.ts';
import { UsageError } from '../usage-error.ts';
import type { ScoredPool } from './scored-pool.ts';

/** Why a rollout gets its advantage, in numbers. */
export interface Explanation {
  readonly estimator: string;
  readonly formula: string;
  readonly reward: number;
  /** What is subtracted from the reward, and what the rest is divided by (1: nothing). NaN: it does not tell. */
  readonly baseline: number;
  readonly divisor: number;
  /** Before steps that concern all advantages. */
  readonly scaled: number;
  readonly advantage: number;
  /** What a group of one gets, where this is one. */
  readonly groupOfOne: string | null;
  readonly groupMean: number;
  readonly groupStd: number;
  /** Those that it is compared with, itself among them. */
  readonly members: readonly Member[];
  readonly others: readonly OtherAdvantage[];
}

export interface Member {
  readonly row: RolloutRow;
  readonly advantage: number;
  readonly isIt: boolean;
}

/** What another estimator would give. */
export interface OtherAdvantage {
  readonly estimator: string;
  /** Null where it cannot be computed from what the file holds. */
  readonly advantage: number | null;
  /** Why not. */
  readonly refused: string | null;
  /** Whether each token has an advantage of its own, and this is the mean of them. */
  readonly meanOfTokens: boolean;
}

/**
 * @param options - as the estimator takes them
 * @param frameworks - whose presets are computed beside it; all where none is named
 * @throws UsageError as `explainableSpec`
 */
export function explain(
  pool: ScoredPool,
  name: string,
  options: EstimatorOptions,
  frameworks: readonly string[] | undefined,
): Explanation {
  const { rewards, place, group, rows } = pool;
  const spec = explainableSpec(name, options);
  const parts = explainSpec(spec, rewards, inputsOf(pool));
  const at = (values: Float64Array): number => values[place] as number;
  const [start, end] = [rewards.offsets[group] as number, rewards.offsets[group + 1] as number];
  const members = rows.slice(start, end).map((row, i) => ({
    row,
    advantage: parts.advantages[start + i] as number,
    isIt: start + i === place,
  }));
  const { mean, std } = getKernels().summarize(rewards.group(group));
  return {
    estimator: name,
    formula: describeSpec(spec),
    reward: at(parts.rewards),
    baseline: at(parts.baselines),
    divisor: at(parts.divisors),
    scaled: at(parts.scaled),
    advantage: at(parts.advantages),
    groupOfOne: members.length === 1 ? describeSingleton(spec) : null,
    groupMean: mean,
    groupStd: std,
    members,
    others: othersThan(name, frameworks).map((other) => computeOther(other, pool)),
  };
}

/**
 * The spec of an estimator of one number a trajectory.
 *
 * @throws UpperhandError `unknown-estimator`
 * @throws UsageError for another one
 */
export function explainableSpec(name: string, options: EstimatorOptions = {}): AdvantageSpec {
  const estimator = getAdvEstimator(name);
  if (isSpecEstimator(estimator)) return estimator.spec(options);
  throw new UsageError(
    isFinerEstimator(estimator)
      ? `${name} gives each step or token an advantage of its own, and explain puts numbers into formulas of one number a rollout; upperhand estimators show ${name} tells what it does`
      : `${name} is a function of its own: there is no formula to explain it by`,
  );
}

function othersThan(name: string, frameworks: readonly string[] | undefined): string[] {
  const wanted = listPresets().filter(
    ({ framework }) => frameworks === undefined || frameworks.includes(framework),
  );
  const names = [
    ...(frameworks === undefined ? listAdvEstimators() : []),
    ...wanted.map((preset) => preset.name),
  ];
  return names.filter((other) => other !== name);
}

/** What a file tells beside the rewards. Each rollout is a trajectory of its own. */
function inputsOf({ rows, lengths }: ScoredPool): SpecInputs {
  return { trajectoryIds: [...rows.keys()], ...(lengths && { lengths }) };
}

function computeOther(estimator: string, pool: ScoredPool): OtherAdvantage {
  const { rewards, place } = pool;
  const meanOfTokens = isFinerEstimator(getAdvEstimator(estimator));
  try {
    const { advantages } = runAdvEstimator(estimator, rewards, inputsOf(pool));
    return {
      estimator,
      advantage: advantages.values[place] as number,
      refused: null,
      meanOfTokens,
    };
  } catch (error) {
    if (!(error instanceof UpperhandError)) throw error;
    // Its name stands before it.
    const { message } = error.cause instanceof UpperhandError ? error.cause : error;
    return { estimator, advantage: null, refused: message, meanOfTokens };
  }
}
