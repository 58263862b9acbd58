import type { FindingTally } from './finding-tally.ts';
import type { SurveyTable } from './survey-table.ts';

/** What is to be said of rollouts by themselves. */
export function findInRows(table: SurveyTable, tally: FindingTally): void {
  for (let row = 0; row < table.length; row++) {
    const place = () => table.place(row);
    const reward = table.reward(row);
    if (reward === null) tally.add('missing', place);
    else if (!Number.isFinite(reward)) tally.add('non-finite', place, String(reward));
    if (table.truncated(row)) tally.add('truncated', place, table.ending(row) ?? UNSAID);
    if (table.failed(row)) tally.add('failed', place, table.ending(row) ?? UNSAID);
    if (table.ages.get(row) > 0) tally.add('off-policy', place, String(table.ages.get(row)));
  }
}

const UNSAID = 'no reason given';
