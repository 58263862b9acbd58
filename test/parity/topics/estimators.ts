import type { SpecEstimator } from '../../../ts/estimators/define-estimator.ts';
import { calculateGrpoAdvantages } from '../../../ts/estimators/grpo.ts';
import { getAdvEstimator } from '../../../ts/estimators/registry.ts';
import { slowEstimators } from '../../support/slow-oracle.ts';
import { decodeArray, decodeNumber, decodeNumbers, expectsError, orError } from '../decode.ts';
import type { GoldenRecord, Topic } from '../topic.ts';

const inputs = new Map<string, readonly unknown[]>();

/** Grouped rewards into every estimator. */
export const estimators: Topic = {
  name: 'estimators',

  run(record, kernels) {
    if (record.record === 'input') {
      inputs.set(record.id, record.rewards as unknown[]);
      return null;
    }
    const rewards = rewardsOf(record);
    const estimator = getAdvEstimator(record.estimator as string) as SpecEstimator;
    const { normAdvByStdInGrpo, epsilon } = argsOf(record);
    const actual = orError(() => {
      const { advantages, returns } = estimator(rewards, {
        kernels,
        ...(normAdvByStdInGrpo === undefined ? {} : { normAdvByStdInGrpo }),
        ...(epsilon === undefined ? {} : { epsilon }),
      });
      return { advantages: advantages.toArrays(), returnsAreAdvantages: returns === advantages };
    });
    return { expected: expectedOf(record, rewards), actual };
  },

  rule(record) {
    if (!expectsError(record)) return null;
    const rewards = rewardsOf(record).map((group) => group.map(Number));
    const advantages = slowEstimators[record.estimator as string]?.(rewards, argsOf(record));
    const expected = { advantages, returnsAreAdvantages: true };
    if (rewards.length === 0) return { reason: 'Z2', expected };
    const lone = rewards.some((group) => group.length <= 1);
    return record.version === 'seed' && record.estimator === 'rloo' && lone
      ? { reason: 'Z21', expected }
      : null;
  },
};

function rewardsOf(record: GoldenRecord): (number | boolean)[][] {
  const rewards = inputs.get(record.input as string);
  if (!rewards)
    throw new Error(
      `${record.id} refers to the input ${record.input}, which did not come before it`,
    );
  return rewards.map(decodeArray);
}

/** The estimator's arguments. HEAD's grpo has no epsilon and swallows the keyword, so there it is not passed on. */
function argsOf(record: GoldenRecord): { normAdvByStdInGrpo?: boolean; epsilon?: number } {
  const { norm_adv_by_std_in_grpo, episilon, epsilon } = record.args as Record<string, unknown>;
  const swallowed =
    record.version === 'head' &&
    getAdvEstimator(record.estimator as string) === calculateGrpoAdvantages;
  const value = swallowed ? undefined : (epsilon ?? episilon);
  return {
    ...(norm_adv_by_std_in_grpo === undefined
      ? {}
      : { normAdvByStdInGrpo: norm_adv_by_std_in_grpo as boolean }),
    ...(value === undefined ? {} : { epsilon: decodeNumber(value) }),
  };
}

function expectedOf(record: GoldenRecord, rewards: readonly (number | boolean)[][]): unknown {
  if (expectsError(record)) return { error: true };
  const expect = record.expect as Record<string, unknown>;
  const advantages = expect.same_as_input
    ? rewards.map((group) => group.map(Number))
    : (expect.advantages as unknown[]).map(decodeNumbers);
  return { advantages, returnsAreAdvantages: expect.returns_are_advantages };
}
