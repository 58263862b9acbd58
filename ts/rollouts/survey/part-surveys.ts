import type { GroupTable } from './group-table.ts';
import { FiniteMean } from './means.ts';
import { SignalCounter } from './signal-counts.ts';
import type { PartSurvey } from './survey.ts';
import type { SurveyTable } from './survey-table.ts';

/** What each step and split is like, in the order in which they appear. */
export function surveyParts(table: SurveyTable, groups: GroupTable): PartSurvey[] {
  const tallies = new Map([...table.parts.keys()].map((set) => [set, new PartTally()]));
  for (let g = 0; g < groups.length; g++) {
    const tally = tallies.get(groups.set(g) ?? '');
    if (!tally) continue;
    tally.groups++;
    tally.rollouts += groups.sizes[g] as number;
    tally.signal.add(groups.signal(g));
    for (const reward of groups.rewardsOf(g)) tally.reward.add(reward);
    const end = groups.starts[g + 1] as number;
    for (let at = groups.starts[g] as number; at < end; at++) {
      tally.tokens.add(table.tokens.get(groups.rows[at] as number));
    }
  }
  return [...table.parts].map(([set, { step, split }]) => {
    const tally = tallies.get(set) as PartTally;
    return {
      set,
      step,
      split,
      rollouts: tally.rollouts,
      groups: tally.groups,
      rewardMean: tally.reward.value,
      signal: tally.signal.counts,
      tokensMean: tally.tokens.value,
    };
  });
}

class PartTally {
  groups = 0;
  rollouts = 0;
  readonly signal = new SignalCounter();
  readonly reward = new FiniteMean();
  readonly tokens = new FiniteMean();
}
