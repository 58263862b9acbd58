import { GroupedRewards } from '../../../kernels/grouped-rewards.ts';
import { describeSpec } from '../../spec/describe-spec.ts';
import type { CheckedRows, RowGroups } from '../checked-rows.ts';
import { checkInnerSpec, estimateInGroups } from '../estimate-in-groups.ts';
import { spread, stepRewards, type TimeSteps, timeSteps } from '../time-steps.ts';
import type { TurnGroupCredit } from '../token-spec.ts';
import type { CreditKind } from './credit-kind.ts';
import { twice } from './discounted-return.ts';

const WHO = 'the credit turn-group';

export const turnGroupCredit: CreditKind<TurnGroupCredit> = {
  fields: ['turn', 'outcome', 'weight'],

  check({ turn, outcome, weight }, path, problems) {
    checkInnerSpec(turn, `${path}.turn`, problems);
    if (outcome !== undefined) checkInnerSpec(outcome, `${path}.outcome`, problems);
    if (weight !== undefined) problems.number(`${path}.weight`, weight);
  },

  describe({ turn, outcome, weight = 1 }) {
    const own = `${describeSpec(turn)} of the turn's reward r among the group's turns of its number`;
    return outcome === undefined
      ? own
      : `${own} + ${weight} · ${describeSpec(outcome)} of the outcome r`;
  },

  needs: ({ outcome }) => (outcome === undefined ? [] : ['outcomes']),

  run(rewards, { turn, outcome, weight = 1 }, rows, kernels) {
    const steps = timeSteps(rows, 'turn');
    const values = stepRewards(rewards, steps, 'sum');
    const groups = groupsOfTurns(steps, rows);
    const advantages = estimateInGroups(turn, { values, groups }, kernels);
    if (outcome !== undefined) {
      const ofRows = {
        values: rows.require('outcomes', WHO),
        groups: rows.groups(WHO),
        lengths: rows.lengths(),
      };
      const whole = estimateInGroups(outcome, ofRows, kernels);
      for (let row = 0; row < rows.numRows; row++)
        for (let s = steps.offsets[row] as number; s < (steps.offsets[row + 1] as number); s++)
          advantages[s] = (advantages[s] as number) + weight * (whole[row] as number);
    }
    return twice(spread(advantages, steps));
  },
};

/** Turns of one number in one group of rows are compared with each other. */
function groupsOfTurns(steps: TimeSteps, rows: CheckedRows): RowGroups {
  const turns = rows.require('turns', WHO);
  const { order: members, offsets: groups } = rows.groups(WHO);
  const groupOf = new Uint32Array(rows.numRows);
  for (let g = 1; g < groups.length; g++)
    for (const row of members.subarray(groups[g - 1], groups[g])) groupOf[row] = g;
  const keys: string[] = [];
  for (let row = 0; row < rows.numRows; row++)
    for (let s = steps.offsets[row] as number; s < (steps.offsets[row + 1] as number); s++)
      keys.push(`${groupOf[row]} ${turns[steps.first[s] as number]}`);
  const { order, grouped } = GroupedRewards.fromKeys(new Float64Array(keys.length), keys);
  return { order, offsets: grouped.offsets };
}
