import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { GroupedRewards } from '../kernels/grouped-rewards.ts';
import { isArrayLike } from '../types/check.ts';

/**
 * Checks what an estimator returned and lays it flat, aligned with `rewards.values`.
 *
 * @param who - the estimator, as messages are to call it: `estimator "mine"`
 * @param field - what to take of the result
 * @throws UpperhandError `invalid-estimator-result` with the length expected and the length that came
 */
export function flattenAdvantages(
  result: unknown,
  rewards: GroupedRewards,
  who: string,
  field: 'advantages' | 'returns' = 'advantages',
): Float64Array {
  const advantages = (result as Record<string, unknown> | null | undefined)?.[field];
  if (advantages instanceof GroupedRewards) {
    // The usual case: same offsets, nothing to compare.
    if (advantages.offsets === rewards.offsets) return advantages.values;
    return flattenGroups([...advantages], rewards, who, field);
  }
  // GroupedRewards of another copy of the package.
  if (isGrouped(advantages)) return flattenGroups([...advantages], rewards, who, field);
  if (!isArrayLike(advantages)) {
    const came = isRecord(result) && field in result ? advantages : result;
    const shown = came instanceof Promise ? 'a promise (estimators are synchronous)' : show(came);
    fail(who, `an object { ${field} } of numbers`, shown);
  }
  if (isRecord(advantages[0])) {
    return flattenGroups(Array.from(advantages), rewards, who, field);
  }
  const { length } = rewards.values;
  if (advantages.length !== length)
    fail(who, `${length} ${field}, one a trajectory`, `${advantages.length}`);
  return toNumbers(advantages, who);
}

function flattenGroups(
  groups: readonly unknown[],
  rewards: GroupedRewards,
  who: string,
  field: string,
): Float64Array {
  if (groups.length !== rewards.numGroups) {
    fail(who, `${field} of ${rewards.numGroups} groups`, `${groups.length}`);
  }
  const flat = new Float64Array(rewards.values.length);
  groups.forEach((group, g) => {
    const start = rewards.offsets[g] as number;
    const size = (rewards.offsets[g + 1] as number) - start;
    if (!isArrayLike(group) || group.length !== size) {
      const came = isArrayLike(group) ? `${group.length}` : show(group);
      fail(who, `${size} ${field} for group ${g}`, came);
    }
    flat.set(toNumbers(group, who), start);
  });
  return flat;
}

function toNumbers(values: ArrayLike<unknown>, who: string): Float64Array {
  if (values instanceof Float64Array) return values;
  return Float64Array.from(values, (value, i) =>
    typeof value === 'number' ? value : fail(who, `a number at place ${i}`, show(value)),
  );
}

function isGrouped(value: unknown): value is Iterable<unknown> {
  return isRecord(value) && 'offsets' in value && Symbol.iterator in value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function fail(who: string, expected: string, came: string): never {
  throw new UpperhandError(
    'invalid-estimator-result',
    `${who} must return ${expected}, got ${came}`,
  );
}
