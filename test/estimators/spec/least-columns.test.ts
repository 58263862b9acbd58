import { describe, expect, it } from 'vitest';
import { runSpec } from '../../../ts/estimators/spec/run-spec.ts';
import { GroupedRewards } from '../../../ts/kernels/grouped-rewards.ts';
import { jsKernels } from '../../../ts/kernels/js/js-kernels.ts';

describe('columns', () => {
  const spec = {
    columns: { combine: 'sum', least: 2 },
    baseline: { kind: 'none' },
    scale: { kind: 'none' },
    singleton: 'member',
  } as const;
  const run = (columns?: number[][]): number[] => [
    ...runSpec(spec, GroupedRewards.from([[0, 0]]), jsKernels, columns ? { columns } : {}).values,
  ];

  it('are added where there are enough of them', () => {
    expect(
      run([
        [1, 2],
        [3, 4],
      ]),
    ).toEqual([4, 6]);
  });

  it('are refused where there are too few, or none', () => {
    expect(() => run([[1, 2]])).toThrow('columns must be an array of 2 or more rewards');
    expect(() => run()).toThrow('columns must be an array of 2 or more rewards');
  });
});
