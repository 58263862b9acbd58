import { refuse } from '../errors/refuse.ts';

/** What a number may be: from `min` on, or above `above`; up to `max`. */
export interface NumberRange {
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  /** Infinity is none. Default false. */
  readonly finite?: boolean;
}

export function checkNumber(name: string, value: unknown, range: NumberRange): void {
  const { min = -Infinity, above, max = Infinity, finite = false } = range;
  const number = typeof value === 'number' ? value : Number.NaN;
  const isInRange = number <= max && (above === undefined ? number >= min : number > above);
  if (isInRange && (Number.isFinite(number) || !finite)) return;
  const low = above === undefined ? `≥ ${min}` : `> ${above}`;
  const high = max === Infinity ? '' : ` and ≤ ${max}`;
  refuse(name, `a ${finite ? 'finite ' : ''}number ${low}${high}`, value);
}
