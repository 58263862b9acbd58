import { describe, expect, it } from 'vitest';
import { type Selection, toSelector } from '../../ts/cli/inspect/selection.ts';
import type { RolloutRow } from '../../ts/rollouts/row.ts';

const row = (role: string, group: string, step?: number): RolloutRow =>
  ({ role, group, ...(step !== undefined && { step }) }) as RolloutRow;
const rows = [row('solver', 'a', 1), row('solver', 'b', 2), row('judge', 'a', 2)];

/** How many rollouts are chosen, and what is said where there are none. */
const choose = (selection: Selection, from: readonly RolloutRow[] = rows): string | number => {
  const selector = toSelector(selection);
  if (!selector) return 'all';
  return from.filter(selector.select).length || selector.noneText(from.length);
};

describe('a selection', () => {
  it('takes what all of its options name', () => {
    expect(choose({})).toBe('all');
    expect(choose({ role: ['solver'] })).toBe(2);
    expect(choose({ role: ['solver', 'judge'], step: ['2'] })).toBe(2);
    expect(choose({ role: ['solver'], task: ['a'] })).toBe(1);
  });

  it('names what there is, where there is nothing of it', () => {
    expect(choose({ role: ['critic'] })).toBe(
      'none of 3 rollouts is of --role critic; roles are solver, judge',
    );
    expect(choose({ role: ['judge'], step: ['3', '4'] })).toBe(
      'none of 3 rollouts is of --role judge --step 3 --step 4; steps are 1, 2',
    );
    expect(choose({ step: ['1'] }, [row('solver', 'a')])).toBe(
      'none of 1 rollouts is of --step 1; they have no steps',
    );
  });

  it('names nothing, where each option alone would leave something', () => {
    expect(choose({ role: ['judge'], task: ['b'] })).toBe(
      'none of 3 rollouts is of --role judge --task b',
    );
  });

  it('names the first of many', () => {
    const many = Array.from({ length: 100 }, (_, i) => row('solver', `t${i}`));
    expect(choose({ task: ['x'] }, many)).toBe(
      'none of 100 rollouts is of --task x; tasks are t0, t1, t2, t3, t4, t5, t6, t7, …',
    );
  });
});
