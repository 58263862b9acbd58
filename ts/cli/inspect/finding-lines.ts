import { type Finding, type FindingPlace, faultKinds } from '../../rollouts/survey/finding.ts';
import { findingText } from '../../rollouts/survey/finding-text.ts';
import { cellText } from '../printable.ts';
import type { Section } from '../sections.ts';
import type { Style } from '../style.ts';
import { pad } from '../text-width.ts';
import { type Cells, counted } from './cells.ts';

/** So many places of a finding are shown to people. */
const SHOWN = 3;

/** A finding a row, for programs. */
export function findingSection(findings: readonly Finding[], cells: Cells): Section {
  return {
    title: 'findings',
    columns: ['finding', 'count', 'unit', 'message', 'reasons', 'first'].map((name) => ({ name })),
    rows: findings.map(({ kind, count, unit, message, reasons, places }) => [
      kind,
      `${count}`,
      unit,
      message,
      reasonsText(reasons),
      places.map(cells.place).join(' '),
    ]),
  };
}

/** The same for people: a line that says what, and a line for each of the first places. */
export function findingLines(findings: readonly Finding[], cells: Cells, style: Style): string[] {
  if (findings.length === 0) return [style.bold('findings'), '  none'];
  const width = Math.max(...findings.map(({ kind }) => kind.length));
  return [
    style.bold('findings'),
    ...findings.flatMap(({ kind, count, unit, message, reasons, places }) => {
      const name = (faultKinds.has(kind) ? style.bad : style.warn)(pad(kind, width));
      const why = reasons ? ` (${reasonsText(reasons)})` : '';
      const more = count > SHOWN ? [style.dim(`${' '.repeat(width + 4)}…`)] : [];
      return [
        `  ${name}  ${counted(count, unit)} ${findingText(message, count)}${why}`,
        ...places
          .slice(0, SHOWN)
          .map((place) => style.dim(`${' '.repeat(width + 4)}${placeText(place, cells)}`)),
        ...more,
      ];
    }),
  ];
}

function placeText(place: FindingPlace, cells: Cells): string {
  const { set, group, role, message } = place;
  const about = [set, group === undefined ? undefined : `task ${group}`, role, message]
    .filter((part) => part !== undefined)
    .map((part) => cellText(part));
  return [cells.place(place), ...about].join(' · ');
}

function reasonsText(reasons: Readonly<Record<string, number>> = {}): string {
  return Object.entries(reasons)
    .map(([reason, count]) => `${cellText(reason)} ${count}`)
    .join(', ');
}
