import { ConfigError } from '../../../errors/config-error.ts';
import { messageOf } from '../../../errors/message-of.ts';
import { refuse } from '../../../errors/refuse.ts';
import { GroupedRewards } from '../../../kernels/grouped-rewards.ts';
import type { Kernels } from '../../../kernels/kernels.ts';
import { defineEstimator } from '../../define-estimator.ts';
import type { AdvantageSpec } from '../../spec/advantage-spec.ts';
import { checkSpec } from '../../spec/check-spec.ts';
import { describeSpec } from '../../spec/describe-spec.ts';
import type { CheckedRows } from '../checked-rows.ts';
import type { OutcomeStep } from '../token-spec.ts';
import type { StepKind } from './step-kind.ts';

const PLACES = {
  'last-trained': 'at its last trained token',
  last: 'at its last token',
  every: 'at every token',
} as const;

export const outcomeStep: StepKind<OutcomeStep> = {
  fields: ['spec', 'place', 'of'],

  check({ spec, place, of }, path, problems) {
    problems.word(`${path}.place`, place, Object.keys(PLACES));
    if (of !== undefined) problems.word(`${path}.of`, of, ['all', 'trained']);
    if (spec === undefined) return;
    try {
      checkSpec(spec);
    } catch (error) {
      const found = error instanceof ConfigError ? error.problems : [];
      for (const problem of found) problems.add(`${path}.${problem.path}`, problem.message);
      if (found.length === 0) problems.add(`${path}.spec`, messageOf(error));
    }
  },

  describe({ spec, place }) {
    const outcome =
      spec === undefined ? "the row's outcome" : `${describeSpec(spec)} of the row's outcome r`;
    return `${outcome} ${PLACES[place]}`;
  },

  apply(rewards, { spec, place, of = 'all' }, rows, kernels) {
    const isGiven = rows.has('outcomes');
    const outcomes = isGiven
      ? rows.require('outcomes', 'the step outcome')
      : sums(rewards, rows, of);
    const placed = spec === undefined ? outcomes : estimate(spec, outcomes, rows, kernels);
    if (!isGiven) rewards.fill(0);
    for (let row = 0; row < rows.numRows; row++) {
      const outcome = placed[row] as number;
      const start = rows.offsets[row] as number;
      let end = rows.offsets[row + 1] as number;
      if (place === 'last-trained') while (end > start && !rows.isTrained(end - 1)) end--;
      const from = place === 'every' ? start : Math.max(start, end - 1);
      for (let t = from; t < end; t++) rewards[t] = (rewards[t] as number) + outcome;
    }
    return rewards;
  },
};

/** Sums of rows, left to right. */
function sums(rewards: Float64Array, rows: CheckedRows, of: 'all' | 'trained'): Float64Array {
  const totals = new Float64Array(rows.numRows);
  for (let row = 0; row < rows.numRows; row++) {
    let total = 0;
    for (let t = rows.offsets[row] as number; t < (rows.offsets[row + 1] as number); t++)
      if (of === 'all' || rows.isTrained(t)) total += rewards[t] as number;
    totals[row] = total;
  }
  return totals;
}

/** Runs a spec over the groups of rows; the result is in the order of the rows. */
function estimate(
  spec: AdvantageSpec,
  outcomes: Float64Array,
  rows: CheckedRows,
  kernels: Kernels,
): Float64Array {
  const { order, offsets } = rows.groups('the spec of the step outcome');
  const inOrder = (values: Float64Array): Float64Array =>
    values.map((_, i) => values[order[i] as number] as number);
  const rewards = GroupedRewards.fromFlat(inOrder(outcomes), offsets);
  const run = defineEstimator({ title: 'outcome', source: '', spec });
  const { values } = run(rewards, { kernels }).advantages;
  if (values.length !== outcomes.length) refuse('advantages', `${outcomes.length} numbers`, values);
  const placed = new Float64Array(values.length);
  order.forEach((row, i) => {
    placed[row] = values[i] as number;
  });
  return placed;
}
