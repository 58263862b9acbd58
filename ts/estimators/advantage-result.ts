import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { GroupedRewards } from '../kernels/grouped-rewards.ts';

/**
 * Checks what an estimator returned and lays it flat, aligned with `rewards.values`.
 *
 * @param name - of the estimator, for the message
 * @throws UpperhandError `invalid-estimator-result` with the length expected and the length that came
 */
export function flattenAdvantages(
  result: unknown,
  rewards: GroupedRewards,
  name: string,
): Float64Array {
  const advantages = (result as { advantages?: unknown } | null | undefined)?.advantages;
  if (advantages instanceof GroupedRewards) {
    // The usual case: same offsets, nothing to compare.
    if (advantages.offsets === rewards.offsets) return advantages.values;
    return flattenGroups([...advantages], rewards, name);
  }
  // GroupedRewards of another copy of the package.
  if (isGrouped(advantages)) return flattenGroups([...advantages], rewards, name);
  if (!isArrayLike(advantages)) {
    const came = isRecord(result) && 'advantages' in result ? advantages : result;
    const shown = came instanceof Promise ? 'a promise (estimators are synchronous)' : show(came);
    fail(name, 'an object { advantages } of numbers', shown);
  }
  if (isRecord(advantages[0])) {
    return flattenGroups(Array.from(advantages), rewards, name);
  }
  const { length } = rewards.values;
  if (advantages.length !== length)
    fail(name, `${length} advantages, one a trajectory`, `${advantages.length}`);
  return toNumbers(advantages, name);
}

function flattenGroups(
  groups: readonly unknown[],
  rewards: GroupedRewards,
  name: string,
): Float64Array {
  if (groups.length !== rewards.numGroups) {
    fail(name, `advantages of ${rewards.numGroups} groups`, `${groups.length}`);
  }
  const flat = new Float64Array(rewards.values.length);
  groups.forEach((group, g) => {
    const start = rewards.offsets[g] as number;
    const size = (rewards.offsets[g + 1] as number) - start;
    if (!isArrayLike(group) || group.length !== size) {
      const came = isArrayLike(group) ? `${group.length}` : show(group);
      fail(name, `${size} advantages for group ${g}`, came);
    }
    flat.set(toNumbers(group, name), start);
  });
  return flat;
}

function toNumbers(values: ArrayLike<unknown>, name: string): Float64Array {
  if (values instanceof Float64Array) return values;
  return Float64Array.from(values, (value, i) =>
    typeof value === 'number' ? value : fail(name, `a number at place ${i}`, show(value)),
  );
}

function isGrouped(value: unknown): value is Iterable<unknown> {
  return isRecord(value) && 'offsets' in value && Symbol.iterator in value;
}

function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  return isRecord(value) && Number.isInteger(value.length);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function fail(name: string, expected: string, came: string): never {
  throw new UpperhandError(
    'invalid-estimator-result',
    `estimator ${show(name)} must return ${expected}, got ${came}`,
  );
}
