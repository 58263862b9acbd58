import type { GroupSignal } from '../../metrics/difficulty.ts';
import type { SignalCounts } from './survey.ts';

const names = {
  informative: 'informative',
  'too-easy': 'tooEasy',
  'too-hard': 'tooHard',
  constant: 'constant',
} as const satisfies Record<GroupSignal, keyof SignalCounts>;

/** Counts the signals of groups. */
export class SignalCounter {
  readonly counts: { -readonly [K in keyof SignalCounts]: SignalCounts[K] } = {
    total: 0,
    informative: 0,
    tooEasy: 0,
    tooHard: 0,
    constant: 0,
  };

  /** @param signal - null where there is nothing to compare, which is not counted */
  add(signal: GroupSignal | null): void {
    if (signal === null) return;
    this.counts.total++;
    this.counts[names[signal]]++;
  }
}
