import { refuse } from '../errors/refuse.ts';
import type { TrainerState } from './trainer-state.ts';

const COUNTERS = ['globalStep', 'epoch', 'weightVersion'] as const;
const RECORDS = ['metrics', 'timingDict', 'rsState', 'trackers'] as const;

/**
 * Whether the run can go on with what the backend left of the state, which each of its members may write on. A step that
 * is no number would never reach `total_batches`.
 *
 * @throws UpperhandError `invalid-argument` naming the field
 */
export function checkState(state: TrainerState): void {
  for (const name of COUNTERS) {
    if (!Number.isSafeInteger(state[name]) || state[name] < 0)
      refuse(`state.${name}`, 'a whole number, 0 or more', state[name]);
  }
  for (const name of RECORDS) {
    if (typeof state[name] !== 'object' || state[name] === null)
      refuse(`state.${name}`, 'an object', state[name]);
  }
}
