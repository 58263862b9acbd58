import type { RolloutList } from '../../rollouts/survey/rollout-list.ts';
import type { SurveyRow } from '../../rollouts/survey/survey-table.ts';
import type { Section, SectionColumn } from '../sections.ts';
import type { Cells } from './cells.ts';

/** A list of rollouts; columns that hold nothing are left out for people. */
export function listSection({ total, rows }: RolloutList, cells: Cells): Section {
  const columns = columnsOf(cells);
  const filled = columns.map(({ cell, ...column }) => {
    const isEmpty = rows.every((row) => cell(row) === '');
    return { column: isEmpty ? { ...column, only: 'programs' as const } : column, cell };
  });
  const title =
    rows.length < total ? `rollouts (${rows.length} of ${total})` : `rollouts (${total})`;
  return {
    title,
    columns: filled.map(({ column }) => column),
    rows: rows.map((row) => filled.map(({ cell }) => cell(row))),
    whole: true,
  };
}

interface ListColumn extends SectionColumn {
  readonly cell: (row: SurveyRow) => string;
}

function columnsOf({ place, name, number, reward }: Cells): ListColumn[] {
  return [
    { name: 'place', cell: (row) => place(row.place) },
    { name: 'set', cell: (row) => name(row.place.set ?? '') },
    { name: 'task', cell: (row) => name(row.place.group ?? '') },
    { name: 'role', cell: (row) => name(row.place.role ?? '') },
    { name: 'attempt', cell: (row) => name(row.rolloutIndex ?? '') },
    { name: 'reward', right: true, cell: (row) => reward(row.reward) },
    { name: 'tokens', right: true, cell: (row) => number(row.tokens) },
    { name: 'characters', right: true, cell: (row) => number(row.chars) },
    { name: 'age', right: true, cell: (row) => number(row.age) },
    { name: 'ended', cell: (row) => name(endOf(row)) },
  ];
}

function endOf({ ending, truncated, failed }: SurveyRow): string {
  if (ending !== null) return ending;
  return failed ? 'failed' : truncated ? 'truncated' : '';
}
