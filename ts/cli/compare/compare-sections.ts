import type {
  Comparison,
  Contrast,
  Estimate,
  RoleComparison,
} from '../../rollouts/survey/compare/comparison.ts';
import type { DetailedSurvey } from '../../rollouts/survey/survey.ts';
import type { Cells } from '../inspect/cells.ts';
import { cellText } from '../printable.ts';
import type { Section, SectionColumn } from '../sections.ts';

const MOST_CHANGES = 10;

const text = (name: string): SectionColumn => ({ name });
const right = (name: string): SectionColumn => ({ name, right: true });

/** One side, as it is told. */
export interface Side {
  readonly name: string;
  readonly survey: DetailedSurvey;
}

/** A comparison as tables. */
export function compareSections(
  a: Side,
  b: Side,
  { roles }: Comparison,
  cells: Cells,
  limit: number = MOST_CHANGES,
): Section[] {
  return [
    sides(a, b),
    ...(cells.forPeople
      ? roles.map((role) => measuresForPeople(role, cells))
      : [measures(roles, cells)]),
    taskSection(roles, cells),
    changeSection(roles, cells, limit),
    agreementSection(roles, cells),
  ];
}

function sides(a: Side, b: Side): Section {
  const row = (letter: string, { name, survey }: Side): string[] => [
    letter,
    cellText(name),
    `${survey.rollouts}`,
    `${survey.groups}`,
  ];
  const columns = [text('run'), text('files'), right('rollouts'), right('groups')];
  return { title: 'compared', columns, rows: [row('A', a), row('B', b)] };
}

function measuresForPeople({ role, contrasts }: RoleComparison, cells: Cells): Section {
  const rows = contrasts.map(({ measure, a, b, difference, tasks }) => [
    measure,
    estimateText(a, cells),
    estimateText(b, cells),
    `${estimateText(difference, cells)}${isClear(difference) ? ' *' : ''}`,
    `${tasks}`,
  ]);
  const columns = [text('measure'), text('A'), text('B'), text('B − A'), right('tasks in both')];
  return { title: cells.name(role), columns, rows };
}

/** `0.5 [0.25, 0.75]`. */
function estimateText({ value, low, high }: Estimate, cells: Cells): string {
  const number = cells.number(value);
  return Number.isNaN(low) ? number : `${number} [${cells.number(low)}, ${cells.number(high)}]`;
}

/** Whether the whole interval is on one side of 0. */
function isClear({ low, high }: Estimate): boolean {
  return low > 0 || high < 0;
}

function measures(roles: readonly RoleComparison[], cells: Cells): Section {
  const ends = ({ value, low, high }: Estimate): string[] => [value, low, high].map(cells.number);
  const row = (role: string, { measure, a, b, difference, tasks }: Contrast): string[] => [
    measure,
    cells.name(role),
    ...ends(a),
    ...ends(b),
    ...ends(difference),
    `${tasks}`,
  ];
  const names = ['a', 'b', 'difference'].flatMap((side) => [side, `${side}_low`, `${side}_high`]);
  return {
    title: '',
    columns: ['measure', 'role', ...names, 'tasks'].map(text),
    rows: roles.flatMap(({ role, contrasts }) => contrasts.map((one) => row(role, one))),
  };
}

function taskSection(roles: readonly RoleComparison[], cells: Cells): Section {
  const rows = roles.map(({ role, tasks }) => [
    cells.name(role),
    ...[tasks.both, tasks.wins, tasks.losses, tasks.ties, tasks.onlyA, tasks.onlyB].map(String),
  ]);
  const columns = ['in both', 'B wins', 'B loses', 'ties', 'only in A', 'only in B'].map(right);
  return { title: 'tasks', columns: [text('role'), ...columns], rows };
}

function changeSection(roles: readonly RoleComparison[], cells: Cells, limit: number): Section {
  const rows = roles.flatMap(({ role, tasks }) =>
    tasks.changes
      .filter(({ change }) => change !== 0)
      .slice(0, limit)
      .map(({ task, a, b, change }) => [
        cells.name(task),
        cells.name(role),
        cells.number(a),
        cells.number(b),
        cells.number(change),
      ]),
  );
  const columns = [text('task'), text('role'), right('A'), right('B'), right('change')];
  return { title: 'largest changes of the mean reward', columns, rows, whole: true };
}

function agreementSection(roles: readonly RoleComparison[], cells: Cells): Section {
  const rows = roles.flatMap(({ role, advantages }) =>
    advantages
      ? [
          [
            `${advantages.pairs}`,
            cells.name(role),
            cells.share(advantages.sameSign, 1),
            cells.number(advantages.correlation),
            Number.isNaN(advantages.sameLength) ? '' : cells.share(advantages.sameLength, 1),
          ],
        ]
      : [],
  );
  const columns = [
    right('pairs'),
    text('role'),
    right('same sign'),
    right('correlation'),
    right('same length'),
  ];
  return { title: 'advantages of rollouts that are in both', columns, rows };
}
