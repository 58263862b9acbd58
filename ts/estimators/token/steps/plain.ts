import type { CheckedRows } from '../checked-rows.ts';
import type { StepKind, StepOf } from './step-kind.ts';

/** Steps that are a line of arithmetic. */
export const baselineStep: StepKind<StepOf<'baseline'>> = {
  fields: [],
  check() {},
  describe: () => "less the row's baseline",
  needs: () => ['baselines'],
  apply(values, _, rows) {
    const baselines = rows.require('baselines', 'the step baseline');
    for (let row = 0; row < rows.numRows; row++)
      for (let t = rows.offsets[row] as number; t < (rows.offsets[row + 1] as number); t++)
        if (rows.isTrained(t)) values[t] = (values[t] as number) - (baselines[row] as number);
    return values;
  },
};

export const clipStep: StepKind<StepOf<'clip'>> = {
  fields: ['low', 'high'],
  check({ low, high }, path, problems) {
    problems.number(`${path}.low`, low);
    problems.number(`${path}.high`, high);
    if (low > high) problems.add(path, `low ${low} is above high ${high}`);
  },
  describe: ({ low, high }) => `held within ${low} … ${high}`,
  apply: (values, { low, high }) => each(values, (x) => Math.min(Math.max(x, low), high)),
};

export const multiplyStep: StepKind<StepOf<'multiply'>> = {
  fields: ['by'],
  check: ({ by }, path, problems) => problems.number(`${path}.by`, by),
  describe: ({ by }) => `times ${by}`,
  apply: (values, { by }) => each(values, (x) => x * by),
};

export const addStep: StepKind<StepOf<'add'>> = {
  fields: ['value'],
  check: ({ value }, path, problems) => problems.number(`${path}.value`, value),
  describe: ({ value }) => `plus ${value}`,
  apply: (values, { value }) => each(values, (x) => x + value),
};

export const maskStep: StepKind<StepOf<'mask'>> = {
  fields: [],
  check() {},
  describe: () => '0 at untrained tokens',
  apply: (values, _, rows) => zeroUntrained(values, rows),
};

function each(values: Float64Array, of: (x: number) => number): Float64Array {
  for (let t = 0; t < values.length; t++) values[t] = of(values[t] as number);
  return values;
}

function zeroUntrained(values: Float64Array, rows: CheckedRows): Float64Array {
  for (let t = 0; t < values.length; t++) if (!rows.isTrained(t)) values[t] = 0;
  return values;
}
