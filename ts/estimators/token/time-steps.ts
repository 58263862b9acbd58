import { refuse } from '../../errors/refuse.ts';
import type { CheckedRows } from './checked-rows.ts';

/** Trained tokens put together to the steps of a recursion: turns, or runs of trained tokens. */
export interface TimeSteps {
  /** Where each row's steps begin. [rows + 1] */
  readonly offsets: Uint32Array;
  /** The first and the last token of each step. [steps] */
  readonly first: Uint32Array;
  readonly last: Uint32Array;
  /** Step of each token, −1 where it is not trained. [tokens] */
  readonly of: Int32Array;
}

/**
 * @throws UpperhandError `invalid-argument` for turns that go back within a row
 */
export function timeSteps(rows: CheckedRows, unit: 'turn' | 'segment'): TimeSteps {
  const turns = unit === 'turn' ? rows.require('turns', 'a turn as time step') : null;
  const first: number[] = [];
  const last: number[] = [];
  const of = new Int32Array(rows.numTokens).fill(-1);
  const offsets = Uint32Array.from({ length: rows.numRows + 1 }, (_, row) => {
    if (row > 0) addRow(row - 1);
    return first.length;
  });
  return { offsets, first: Uint32Array.from(first), last: Uint32Array.from(last), of };

  function addRow(row: number): void {
    let open = false;
    for (let t = rows.offsets[row] as number; t < (rows.offsets[row + 1] as number); t++) {
      if (!rows.isTrained(t)) {
        if (turns === null) open = false;
        continue;
      }
      const before = last.at(-1) as number;
      if (open && turns !== null && (turns[t] as number) < (turns[before] as number))
        refuse(`turns[${t}]`, `at least ${turns[before]}, as turns ascend in a row`, turns[t]);
      const isSame = open && (turns === null || turns[t] === turns[before]);
      if (isSame) last[last.length - 1] = t;
      else {
        first.push(t);
        last.push(t);
      }
      of[t] = first.length - 1;
      open = true;
    }
  }
}

/** One reward a step: the sum of its trained tokens, left to right, or that of its last token. */
export function stepRewards(
  rewards: Float64Array,
  steps: TimeSteps,
  rule: 'sum' | 'last',
): Float64Array {
  if (rule === 'last') return pick(rewards, steps.last);
  const sums = new Float64Array(steps.first.length);
  steps.of.forEach((step, t) => {
    if (step >= 0) sums[step] = (sums[step] as number) + (rewards[t] as number);
  });
  return sums;
}

/** The numbers at these tokens. */
export function pick(values: Float64Array, tokens: Uint32Array): Float64Array {
  return Float64Array.from(tokens, (t) => values[t] as number);
}

/** What each step got, at its tokens; elsewhere what `others` has, or 0. */
export function spread(
  values: Float64Array,
  steps: TimeSteps,
  others?: Float64Array,
): Float64Array {
  return Float64Array.from(steps.of, (step, t) =>
    step < 0 ? (others?.[t] ?? 0) : (values[step] as number),
  );
}
