import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calculateGrpoAdvantagesPerGroup,
  calculateRlooAdvantagesPerGroup,
} from '../../ts/estimators/per-group.ts';
import { SEED, wild } from '../support/arbitrary-rewards.ts';
import { expectSame } from '../support/expect-same.ts';
import { kernelsTable } from '../support/kernels-table.ts';
import { slowEstimators } from '../support/slow-oracle.ts';

describe.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
  'with %s kernels',
  (_, kernels) => {
    it('the helpers are their estimators on one group', () => {
      fc.assert(
        fc.property(
          fc.array(wild, { maxLength: 40 }),
          fc.boolean(),
          (rewards, normAdvByStdInGrpo) => {
            const grpo = calculateGrpoAdvantagesPerGroup(rewards, { normAdvByStdInGrpo, kernels });
            const rloo = calculateRlooAdvantagesPerGroup(rewards, { kernels });
            expectSame(
              grpo.advantages,
              slowEstimators.grpo?.([rewards], { normAdvByStdInGrpo }).flat() ?? [],
            );
            expectSame(rloo.advantages, slowEstimators.rloo?.([rewards]).flat() ?? []);
          },
        ),
        { seed: SEED },
      );
    });
  },
);

it.each([
  ['calculateGrpoAdvantagesPerGroup', calculateGrpoAdvantagesPerGroup],
  ['calculateRlooAdvantagesPerGroup', calculateRlooAdvantagesPerGroup],
])('%s returns one Float64Array twice, for none and one and more', (_, helper) => {
  for (const rewards of [[], [0.7], [true, false], Float32Array.of(1, 0, 0)]) {
    const { advantages, returns } = helper(rewards);
    expect(advantages).toBeInstanceOf(Float64Array);
    expect(advantages.length).toBe(rewards.length);
    expect(returns).toBe(advantages);
  }
});

it('takes an epsilon', () => {
  expect(calculateGrpoAdvantagesPerGroup([1, 0], { epsilon: 0.5 }).advantages).toEqual(
    Float64Array.of(0.5, -0.5),
  );
});
