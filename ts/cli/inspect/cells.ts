import type { FindingPlace } from '../../rollouts/survey/finding.ts';
import { numberText } from '../number-text.ts';
import { cellText } from '../printable.ts';

/** Numbers for people have so many digits, … */
const DIGITS = 4;
/** … and long names end in an ellipsis. */
const LONGEST_NAME = 40;

/** How numbers and names are written: short for people, exactly for programs. NaN, which nobody told, is empty. */
export class Cells {
  readonly forPeople: boolean;

  constructor(forPeople: boolean) {
    this.forPeople = forPeople;
  }

  readonly number = (value: number | null): string => {
    if (value === null || Number.isNaN(value)) return '';
    if (!this.forPeople || Number.isInteger(value)) return numberText(value);
    return numberText(Number(value.toPrecision(DIGITS)));
  };

  /** A reward, of which NaN is one. */
  readonly reward = (value: number | null): string =>
    value !== null && Number.isNaN(value) ? 'NaN' : this.number(value);

  readonly name = (text: string): string => {
    const cell = cellText(text);
    const isLong = this.forPeople && cell.length > LONGEST_NAME;
    return isLong ? `${cell.slice(0, LONGEST_NAME - 1)}…` : cell;
  };

  /** A share of a whole, as a percentage for people. */
  readonly share = (part: number, whole: number): string => {
    if (whole === 0) return '';
    return this.forPeople ? `${((100 * part) / whole).toFixed(0)} %` : numberText(part / whole);
  };

  /** `file:12.2`, the second rollout of line 12. */
  readonly place = ({ source, line, item }: FindingPlace): string => {
    const at = line === null ? '' : `:${line}${item === undefined ? '' : `.${item}`}`;
    return cellText(source) + at;
  };
}

/** `1 group`, `2 groups`. */
export function counted(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`;
}
