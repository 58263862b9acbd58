import { FiniteMean } from './means.ts';
import type { Ending } from './survey.ts';
import type { SurveyTable } from './survey-table.ts';

/** The reasons why rollouts ended, the most frequent first. */
export function surveyEndings(table: SurveyTable): Ending[] {
  const tallies = new Map<string | null, EndingTally>();
  for (let row = 0; row < table.length; row++) {
    const reason = table.ending(row);
    let tally = tallies.get(reason);
    if (!tally) {
      tally = new EndingTally();
      tallies.set(reason, tally);
    }
    tally.rollouts++;
    if (table.truncated(row)) tally.truncated++;
    if (table.failed(row)) tally.failed++;
    tally.reward.add(table.reward(row));
  }
  return [...tallies]
    .map(([reason, { rollouts, truncated, failed, reward }]) => ({
      reason,
      rollouts,
      truncated,
      failed,
      rewardMean: reward.value,
    }))
    .sort((a, b) => b.rollouts - a.rollouts);
}

class EndingTally {
  rollouts = 0;
  truncated = 0;
  failed = 0;
  readonly reward = new FiniteMean();
}
