import type { DetailedSurvey } from '../rollouts/survey/survey.ts';
import type { Scatter } from './report-data.ts';
import { spread } from './spread.ts';

/** More points only cover each other. */
const MOST_POINTS = 3000;

/** Length against reward, of rollouts that have both; null where there is none. */
export function scatterOf({ rolloutTable }: DetailedSurvey): Scatter | null {
  const { columns, tokens, chars } = rolloutTable;
  const unit = tokens.empty ? 'characters' : 'tokens';
  const lengths = tokens.empty ? chars : tokens;
  const rows: number[] = [];
  for (let row = 0; row < columns.length; row++) {
    const reward = rolloutTable.reward(row);
    if (reward === null || !Number.isFinite(reward)) continue;
    if (!Number.isNaN(lengths.get(row))) rows.push(row);
  }
  if (rows.length === 0) return null;
  const points = spread(rows.length, MOST_POINTS).map((at): [number, number, number] => {
    const row = rows[at] as number;
    const role = columns.groupRoles.get(columns.groups.get(row));
    return [role, lengths.get(row), rolloutTable.reward(row) ?? Number.NaN];
  });
  points.sort(([, a], [, b]) => a - b);
  return {
    unit,
    roles: columns.roles.map(({ role }) => role),
    points,
    total: rows.length,
  };
}
