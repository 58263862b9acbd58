import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StdScale } from '../../../ts/estimators/spec/advantage-spec.ts';
import { compareWithMean } from '../../../ts/estimators/spec/compare-with-mean.ts';
import { mayLackStd } from '../../../ts/estimators/spec/groups-without-std.ts';
import { hasNaN } from '../../../ts/estimators/spec/sample.ts';
import { mean } from '../../../ts/kernels/js/moments.ts';
import { groupsOf, SEED, wild } from '../../support/arbitrary-rewards.ts';

describe('compareWithMean', () => {
  it('is the formula with the mean of the kernels, to the last bit, for groups of all sizes', () => {
    const rules = fc.constantFrom('divide', 'zero');
    fc.assert(
      fc.property(groupsOf(wild), rules, (groups, nonPositive) => {
        const offsets = new Uint32Array(groups.length + 1);
        groups.forEach((group, g) => {
          offsets[g + 1] = (offsets[g] as number) + group.length;
        });
        const values = Float64Array.from(groups.flat());
        const out = new Float64Array(values.length);
        const scale = { kind: 'mean', epsilon: 1e-6, nonPositive } as const;
        compareWithMean(scale, values, offsets, 'member', out);
        const expected = groups.flatMap((group, g) => {
          const start = offsets[g] as number;
          const centre = mean(values, start, start + group.length);
          if (nonPositive === 'zero' && centre <= 0) return group.map(() => 0);
          return group.map((value) => (value - centre) / (centre + 1e-6));
        });
        expect([...out]).toEqual(expected);
      }),
      { seed: SEED },
    );
  });
});

describe('hasNaN', () => {
  it('looks past infinities and sums that overflow', () => {
    for (const [values, expected] of [
      [[], false],
      [[Infinity, -Infinity, 1, 2, 3], false],
      [[1e308, 1, 1, 1, 1e308], false],
      [[1, 2, 3, 4, Number.NaN], true],
      [[Infinity, 2, Number.NaN, 4, 5, 6], true],
    ] as const)
      expect(hasNaN(Float64Array.from(values))).toBe(expected);
  });

  it('finds what Array.includes finds', () => {
    fc.assert(
      fc.property(fc.array(wild), (values) => {
        expect(hasNaN(Float64Array.from(values))).toBe(values.includes(Number.NaN));
      }),
      { seed: SEED },
    );
  });
});

describe('mayLackStd', () => {
  const scale: StdScale = {
    kind: 'std',
    scope: 'group',
    of: 'values',
    ddof: 1,
    epsilon: 0,
    epsilonPlace: 'outside',
  };

  it('is true where a group larger than a lone member can be too small, or its members equal', () => {
    expect(mayLackStd(scale, 'member')).toBe(false);
    expect(mayLackStd({ ...scale, tooFew: 'zero' }, 'zero')).toBe(false);
    expect(mayLackStd({ ...scale, tooFew: 'zero' }, 'member')).toBe(true);
    expect(mayLackStd({ ...scale, tooFew: 'zero', ddof: 0 }, 'member')).toBe(false);
    expect(mayLackStd({ ...scale, tooFew: 'zero', ddof: 2 }, 'raw')).toBe(true);
    expect(mayLackStd({ ...scale, zeroVariance: 'zero' }, 'zero')).toBe(true);
  });
});
