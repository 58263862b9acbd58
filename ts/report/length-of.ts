import type { SurveyTable } from '../rollouts/survey/survey-table.ts';

/** How much the policy wrote in a rollout: tokens, or characters where those are not counted; null where neither is told. */
export function lengthOf(table: SurveyTable, row: number): number | null {
  const tokens = table.tokens.get(row);
  const length = Number.isNaN(tokens) ? table.chars.get(row) : tokens;
  return Number.isNaN(length) ? null : length;
}
