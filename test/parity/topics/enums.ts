import { calculateGrpoAdvantages } from '../../../ts/estimators/grpo.ts';
import { calculatePrpoAdvantages } from '../../../ts/estimators/prpo.ts';
import { getAdvEstimator, listAdvEstimators } from '../../../ts/estimators/registry.ts';
import { calculateReinforceAdvantages } from '../../../ts/estimators/reinforce.ts';
import { calculateReinforcePlusPlusBaselineAdvantages } from '../../../ts/estimators/reinforce-plus-plus-baseline.ts';
import { calculateRlooAdvantages } from '../../../ts/estimators/rloo.ts';
import { AdvantageEstimator, toAdvantageEstimator } from '../../../ts/types/advantage-estimator.ts';
import { taskId } from '../../../ts/types/ids.ts';
import { parseTerminationReason, TerminationReason } from '../../../ts/types/termination-reason.ts';
import { groupRole } from '../../../ts/types/trajectory-group.ts';
import { expectsError, orError } from '../decode.ts';
import type { Topic } from '../topic.ts';

const functions: readonly (readonly [string, unknown])[] = [
  ['calculate_grpo_advantages', calculateGrpoAdvantages],
  ['calculate_reinforce_advantages', calculateReinforceAdvantages],
  [
    'calculate_reinforce_plus_plus_baseline_advantages',
    calculateReinforcePlusPlusBaselineAdvantages,
  ],
  ['calculate_prpo_advantages', calculatePrpoAdvantages],
  ['calculate_rloo_advantages', calculateRlooAdvantages],
];

/** The original knows these and no more; ours may grow. */
const ofRllm: readonly string[] = Object.values(AdvantageEstimator).filter(
  (name) => name !== AdvantageEstimator.OTHER,
);

/** Names of estimators and endings, look-ups in the registry, roles of groups (ids cut at the first colon). */
export const enums: Topic = {
  name: 'enums',
  run(record) {
    const actual = orError(() => compute(record.what as string, record.value));
    return { expected: expectsError(record) ? { error: true } : record.expect, actual };
  },
};

function compute(what: string, value: unknown): unknown {
  switch (what) {
    case 'estimator_enum': {
      const read = toAdvantageEstimator(value);
      return { member: memberOf(AdvantageEstimator, read), value: read, equals_its_string: true };
    }
    case 'registry_get':
      return functionOf(value as string);
    case 'registry_get_enum':
      return functionOf(AdvantageEstimator[value as keyof typeof AdvantageEstimator]);
    case 'registry_names':
      return { names: listAdvEstimators().filter((name) => ofRllm.includes(name)) };
    case 'termination_enum':
      return { member: memberOf(TerminationReason, parseTerminationReason(value)) };
    case 'group_role': {
      const group = { groupId: value as string };
      const options = { idSeparator: 'first' } as const;
      return { group_role: groupRole(group, options), task_id: taskId(group, options) };
    }
    default:
      throw new Error(`enums: unknown record ${what}`);
  }
}

function functionOf(name: string): { function: string | undefined } {
  const found: unknown = getAdvEstimator(name);
  return { function: functions.find(([, estimator]) => estimator === found)?.[0] };
}

function memberOf(members: Readonly<Record<string, string>>, value: string): string | undefined {
  return Object.keys(members).find((name) => members[name] === value);
}
