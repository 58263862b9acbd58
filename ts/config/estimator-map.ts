import { show } from '../errors/show.ts';
import { describeUnknownEstimator, isKnownAdvEstimator } from '../estimators/registry.ts';
import type { EstimatorName } from '../types/advantage-estimator.ts';
import type { Section } from './config-reading.ts';

/** For each role its estimator, or its estimator and its loss. */
export type EstimatorMapInit = Readonly<
  Record<string, EstimatorName | readonly [estimator: EstimatorName, loss: string]>
>;

export interface EstimatorMaps {
  readonly estimatorMap: Readonly<Record<string, EstimatorName>>;
  readonly lossFnMap: Readonly<Record<string, string>>;
}

/**
 * Splits `{ role: estimator }` and `{ role: [estimator, loss] }` into a map of estimators and one of losses. The
 * maps have no prototype: a role may be called `constructor` or `__proto__`.
 */
export function readEstimatorMap(section: Section): EstimatorMaps {
  const estimators: [string, EstimatorName][] = [];
  const losses: [string, string][] = [];
  for (const [role, entry] of section.entries()) {
    if (!Array.isArray(entry)) {
      if (isEstimator(section, role, entry)) estimators.push([role, entry]);
      continue;
    }
    const [estimator, loss]: unknown[] = entry;
    if (entry.length !== 2) {
      const count = `${entry.length} ${entry.length === 1 ? 'entry' : 'entries'}`;
      section.problem(
        role,
        `must be an estimator or [estimator, loss] with exactly 2 entries for role ${show(role)}, got ${count}`,
      );
    } else if (isEstimator(section, role, estimator) && isLoss(section, role, loss)) {
      estimators.push([role, estimator]);
      losses.push([role, loss]);
    }
  }
  return { estimatorMap: toMap(estimators), lossFnMap: toMap(losses) };
}

/** A map of losses that was written as such: `{ role: loss }`. */
export function readLossFnMap(section: Section): Readonly<Record<string, string>> {
  const losses = section
    .entries()
    .filter((entry): entry is [string, string] => isLoss(section, ...entry));
  return toMap(losses);
}

/** Whether an estimator is registered under the name; if not, that is a problem of the section's. */
export function isEstimator(section: Section, key: string, name: unknown): name is EstimatorName {
  if (isKnownAdvEstimator(name)) return true;
  section.problem(key, describeUnknownEstimator(name));
  return false;
}

export function toMap<T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> {
  const map = Object.create(null) as Record<string, T>;
  for (const [key, value] of entries) map[key] = value;
  return Object.freeze(map);
}

function isLoss(section: Section, role: string, loss: unknown): loss is string {
  if (typeof loss === 'string' && loss !== '') return true;
  section.problem(role, `the loss must be a non-empty string, got ${show(loss)}`);
  return false;
}
