import { show } from '../errors/show.ts';
import { ALL_GROUPS_ROLE } from '../types/trajectory-group.ts';
import type { RowFields } from './format.ts';
import { Refusal, type SkippedKind } from './problem.ts';
import type { RolloutRecord } from './record.ts';

/** Gives a record up; the reader adds the place. */
export function refuseRecord(kind: SkippedKind, message: string): never {
  throw new Refusal(kind, message);
}

/**
 * Reads the rollouts of a record one by one: what is refused in one of them leaves the others as they are.
 *
 * @example
 * readEach([1, null], (value) => value ?? refuseRecord('not-a-rollout', 'is null')).length; // 2
 */
export function readEach<From, To>(
  rollouts: readonly From[],
  read: (rollout: From, index: number) => To,
): (To | Refusal)[] {
  return rollouts.map((rollout, i) => {
    try {
      return read(rollout, i);
    } catch (refusal) {
      if (refusal instanceof Refusal) return refusal;
      throw refusal;
    }
  });
}

/**
 * Numbers as they are, booleans as 1 and 0, null and absent as null. Text is no reward.
 *
 * @param name - what the record calls it
 */
export function readReward(value: unknown, name: string = 'reward'): number | null {
  if (typeof value === 'number') return value;
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return refuseRecord(
    'invalid-reward',
    `${name} must be a number, a boolean or null, got ${show(value)}`,
  );
}

/**
 * An id as text: 7 and "7" are one id. Null when it is absent, null or empty. Integers that a double cannot hold keep all
 * their digits.
 */
export function readId(record: RolloutRecord, name: string): string | null {
  const value = record.get(name);
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return refuseRecord('invalid-group', `${name} must be text or a number, got ${show(value)}`);
  }
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return String(value);
  return String(record.exact(name));
}

/** An id that says which attempt a record is. One that is neither text nor a number is passed over, and noted. */
export function readIndex(
  record: RolloutRecord,
  name: string,
): Pick<RowFields, 'rolloutIndex' | 'oddIndex'> {
  try {
    return { rolloutIndex: readId(record, name) };
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return { rolloutIndex: null, oddIndex: `${refusal.message}; it is passed over` };
  }
}

/** The name of an agent; absent, null and empty give the role that rLLM gives a group without one. */
export function readRole(value: unknown, name: string): string {
  if (value === undefined || value === null || value === '') return ALL_GROUPS_ROLE;
  if (typeof value === 'string') return value;
  return refuseRecord('invalid-role', `${name} must be text, got ${show(value)}`);
}

/** A training step, as a number or its text: 7 and "7" are one step. Undefined for anything else. */
export function trainingStep(value: unknown): number | string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
