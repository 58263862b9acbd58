import { refuse } from '../../../errors/refuse.ts';
import { describeSpec } from '../../spec/describe-spec.ts';
import { inputsOfSpec } from '../../spec/spec-inputs.ts';
import type { CheckedRows } from '../checked-rows.ts';
import { checkInnerSpec, estimateInGroups } from '../estimate-in-groups.ts';
import type { OutcomeStep } from '../token-spec.ts';
import type { StepKind } from './step-kind.ts';

const WHO = 'the step outcome';

const PLACES = {
  'last-trained': 'at its last trained token',
  last: 'at its last token',
  every: 'at every token',
} as const;

export const outcomeStep: StepKind<OutcomeStep> = {
  fields: ['spec', 'place', 'of', 'empty'],

  check({ spec, place, of, empty }, path, problems) {
    problems.word(`${path}.place`, place, Object.keys(PLACES));
    if (of !== undefined) problems.word(`${path}.of`, of, ['all', 'trained']);
    if (empty !== undefined) problems.word(`${path}.empty`, empty, ['allow', 'refuse']);
    if (spec !== undefined) checkInnerSpec(spec, `${path}.spec`, problems);
  },

  describe({ spec, place }) {
    const outcome =
      spec === undefined ? "the row's outcome" : `${describeSpec(spec)} of the row's outcome r`;
    return `${outcome} ${PLACES[place]}`;
  },

  needs: ({ spec }) =>
    spec === undefined ? [] : inputsOfSpec(spec).filter((name) => name === 'baselines'),

  apply(rewards, { spec, place, of = 'all', empty = 'allow' }, rows, kernels) {
    const isGiven = rows.has('outcomes');
    const values = isGiven ? rows.require('outcomes', WHO) : rowSums(rewards, rows, of);
    const groups = spec === undefined ? null : rows.groups(WHO);
    const lengths = rows.lengths();
    const without = empty === 'refuse' ? lengths.indexOf(0) : -1;
    if (without >= 0) refuse(`row ${without}`, 'a row with a trained token', 'none');
    const baselines = rows.has('baselines') ? { baselines: rows.require('baselines', WHO) } : {};
    const placed =
      spec === undefined || groups === null
        ? values
        : estimateInGroups(spec, { values, groups, lengths, ...baselines }, kernels);
    if (!isGiven) rewards.fill(0);
    for (let row = 0; row < rows.numRows; row++) {
      const start = rows.offsets[row] as number;
      let end = rows.offsets[row + 1] as number;
      if (place === 'last-trained') while (end > start && !rows.isTrained(end - 1)) end--;
      const from = place === 'every' ? start : Math.max(start, end - 1);
      for (let t = from; t < end; t++)
        rewards[t] = (rewards[t] as number) + (placed[row] as number);
    }
    return rewards;
  },
};

/** Sums of rows, left to right. */
function rowSums(rewards: Float64Array, rows: CheckedRows, of: 'all' | 'trained'): Float64Array {
  const totals = new Float64Array(rows.numRows);
  for (let row = 0; row < rows.numRows; row++) {
    let total = 0;
    for (let t = rows.offsets[row] as number; t < (rows.offsets[row + 1] as number); t++)
      if (of === 'all' || rows.isTrained(t)) total += rewards[t] as number;
    totals[row] = total;
  }
  return totals;
}
