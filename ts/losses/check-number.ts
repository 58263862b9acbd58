import { refuse } from '../errors/refuse.ts';

/** What a number may be: from `min` on, or above `above`. */
export interface NumberRange {
  readonly min?: number;
  readonly above?: number;
  /** Infinity is none. Default false. */
  readonly finite?: boolean;
}

export function checkNumber(name: string, value: unknown, range: NumberRange): void {
  const { min = -Infinity, above, finite = false } = range;
  const number = typeof value === 'number' ? value : Number.NaN;
  const isInRange = above === undefined ? number >= min : number > above;
  if (isInRange && (Number.isFinite(number) || !finite)) return;
  const bound = above === undefined ? `≥ ${min}` : `> ${above}`;
  refuse(name, `a ${finite ? 'finite ' : ''}number ${bound}`, value);
}
