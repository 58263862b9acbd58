import { refuse } from '../../errors/refuse.ts';
import { checkRecord } from '../../types/check.ts';
import type { TrackerSpec } from '../spec/advantage-spec.ts';

/** What a tracker remembers of one key. */
export interface BetaCounts {
  readonly a: number;
  readonly b: number;
}

/**
 * What an estimator with a tracker remembers from call to call, by key. A call changes it in place, after all else went
 * well; keep one for each role and save it with the checkpoint.
 */
export type TrackerState =
  | { readonly kind: 'ema'; readonly means: Map<string, number> }
  | { readonly kind: 'beta'; readonly counts: Map<string, BetaCounts> };

/** A state as JSON: what {@link trackerStateToJSON} gives. */
export type TrackerStateJson =
  | { readonly kind: 'ema'; readonly means: Readonly<Record<string, number>> }
  | { readonly kind: 'beta'; readonly counts: Readonly<Record<string, BetaCounts>> };

/**
 * A state that remembers nothing yet.
 *
 * @example
 * const state = createTrackerState('ema');
 * const rae = presetEstimator('prime-rl/rae');
 * rae([[1, 0]], { state, keys: ['solver', 'proposer'] }).advantages.toArrays(); // [[1, 0]]
 * rae([[1, 0]], { state, keys: ['solver', 'proposer'] }).advantages.toArrays(); // [[0.95, 0]]
 */
export function createTrackerState(kind: TrackerSpec['kind']): TrackerState {
  if (kind === 'ema') return { kind, means: new Map() };
  if (kind === 'beta') return { kind, counts: new Map() };
  return refuse('kind', 'one of ema, beta', kind);
}

/**
 * @param name - what messages call it by
 * @throws UpperhandError `invalid-argument` for what holds no Map of its kind
 */
export function checkTrackerState(name: string, state: TrackerState): void {
  checkRecord(name, state);
  const held = state.kind === 'ema' ? 'means' : state.kind === 'beta' ? 'counts' : null;
  if (held === null) refuse(`${name}.kind`, 'one of ema, beta', state.kind);
  const memory: unknown = (state as Partial<Record<'means' | 'counts', unknown>>)[held];
  if (!(memory instanceof Map)) refuse(`${name}.${held}`, 'a Map', memory);
}

/** A state that changes apart from the one it is a copy of. */
export function copyTrackerState(state: TrackerState): TrackerState {
  return state.kind === 'ema'
    ? { kind: 'ema', means: new Map(state.means) }
    : { kind: 'beta', counts: new Map(state.counts) };
}

/** A state as an object that JSON.stringify keeps whole. */
export function trackerStateToJSON(state: TrackerState): TrackerStateJson {
  checkTrackerState('state', state);
  if (state.kind === 'ema') return { kind: 'ema', means: Object.fromEntries(state.means) };
  return { kind: 'beta', counts: Object.fromEntries(state.counts) };
}

/**
 * The state that {@link trackerStateToJSON} wrote.
 *
 * @throws UpperhandError `invalid-argument` naming the key whose numbers are none
 * @example
 * const json = JSON.stringify(trackerStateToJSON(createTrackerState('beta')));
 * trackerStateFromJSON(JSON.parse(json)).kind; // 'beta'
 */
export function trackerStateFromJSON(json: TrackerStateJson): TrackerState {
  checkRecord('state', json);
  const state = createTrackerState(json.kind);
  if (state.kind === 'ema') {
    for (const [key, mean] of entriesOf('state.means', (json as { means?: unknown }).means))
      state.means.set(key, finite(`state.means.${key}`, mean));
  } else {
    for (const [key, held] of entriesOf('state.counts', (json as { counts?: unknown }).counts)) {
      checkRecord(`state.counts.${key}`, held);
      const { a, b } = held as { readonly a: unknown; readonly b: unknown };
      state.counts.set(key, {
        a: finite(`state.counts.${key}.a`, a),
        b: finite(`state.counts.${key}.b`, b),
      });
    }
  }
  return state;
}

function entriesOf(field: string, value: unknown): [string, unknown][] {
  checkRecord(field, value);
  return Object.entries(value as Record<string, unknown>);
}

function finite(field: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) refuse(field, 'a finite number', value);
  return value;
}
