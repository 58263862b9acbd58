import { refuse } from '../../errors/refuse.ts';
import { show } from '../../errors/show.ts';
import { checkRecord } from '../../types/check.ts';
import type { TrackerSpec } from '../spec/advantage-spec.ts';
import type { BetaCounts, TrackerState } from './tracker-state.ts';

/** Baselines of a call, and what the state becomes once the call went well. */
export interface Tracked {
  readonly baselines: Float64Array;
  readonly commit: () => void;
}

/**
 * Baselines from what the state remembers; the state itself waits for `commit`.
 *
 * @param forgetting - ρ of each trajectory, in place of the tracker's `forget`
 * @throws UpperhandError `invalid-argument` for a reward after which the state would hold no finite number
 */
export function track(
  tracker: TrackerSpec,
  state: TrackerState,
  keys: readonly string[],
  values: Float64Array,
  forgetting: Float64Array | null,
): Tracked {
  if (tracker.kind === 'ema' && state.kind === 'ema')
    return trackMean(tracker.decay, state.means, keys, values);
  const counts = (state as Extract<TrackerState, { kind: 'beta' }>).counts;
  const { forget, prior } = tracker as Extract<TrackerSpec, { kind: 'beta' }>;
  return trackBeta(forget, prior, counts, keys, values, forgetting);
}

function trackMean(
  decay: number,
  means: Map<string, number>,
  keys: readonly string[],
  values: Float64Array,
): Tracked {
  const changed = new Map<string, number>();
  const baselines = values.map((value, i) => {
    const key = keys[i] as string;
    const mean = changed.get(key) ?? means.get(key) ?? 0;
    const next = decay * mean + (1 - decay) * value;
    checkRemembered(key, value, Number.isFinite(next));
    changed.set(key, next);
    return mean;
  });
  return { baselines, commit: () => copyInto(means, changed) };
}

// All baselines are of before the call: trajectories of one prompt do not see each other.
function trackBeta(
  forget: number,
  prior: BetaCounts,
  counts: Map<string, BetaCounts>,
  keys: readonly string[],
  values: Float64Array,
  forgetting: Float64Array | null,
): Tracked {
  const changed = new Map<string, BetaCounts>();
  const baselines = values.map((value, i) => {
    const key = keys[i] as string;
    const { a, b } = counts.get(key) ?? prior;
    const next = learn(changed.get(key) ?? { a, b }, value, forgetting?.[i] ?? forget);
    checkRemembered(key, value, Number.isFinite(next.a) && Number.isFinite(next.b));
    changed.set(key, next);
    return a / (a + b);
  });
  return { baselines, commit: () => copyInto(counts, changed) };
}

/**
 * What a Beta tracker remembers after one more reward: a ← ρ a + r, b ← ρ b + 1 − r.
 *
 * Source: arXiv:2509.13232 as computed by verl-recipe's `spo`. Rewards beyond 0 … 1 are taken as they are.
 *
 * @throws UpperhandError `invalid-argument` for what is no number
 * @example
 * updateBeta({ a: 1, b: 2 }, 1, 0.5); // { a: 1.5, b: 1 }
 */
export function updateBeta(counts: BetaCounts, reward: number, rho: number): BetaCounts {
  checkRecord('counts', counts);
  for (const [name, value] of Object.entries({ a: counts.a, b: counts.b, reward, rho }))
    if (typeof value !== 'number') refuse(name, 'a number', value);
  return learn(counts, reward, rho);
}

function learn({ a, b }: BetaCounts, reward: number, rho: number): BetaCounts {
  return { a: rho * a + reward, b: rho * b + (1 - reward) };
}

// What is no number once is none for good, and JSON would not keep it.
function checkRemembered(key: string, reward: number, finite: boolean): void {
  if (!finite)
    refuse(`a reward of ${show(key)}`, 'such that a finite number is remembered', reward);
}

function copyInto<V>(target: Map<string, V>, changed: ReadonlyMap<string, V>): void {
  for (const [key, value] of changed) target.set(key, value);
}
