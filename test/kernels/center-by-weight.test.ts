import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centerByWeight } from '../../ts/kernels/js/center-by-weight.ts';
import { weightedMeanOf } from '../../ts/kernels/js/weighted-moments.ts';
import { groupsOf, SEED, wild } from '../support/arbitrary-rewards.ts';

describe('centerByWeight', () => {
  it('leaves what weightedMeanOf leaves, to the last bit', () => {
    const weight = fc.oneof(
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 1, max: 5000 }),
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      fc.constantFrom(0, -0),
    );
    const weighted = groupsOf(wild).chain((groups) =>
      fc.tuple(
        fc.constant(groups),
        fc.tuple(
          ...groups.map(({ length: n }) => fc.array(weight, { minLength: n, maxLength: n })),
        ),
      ),
    );
    const rules = fc.constantFrom('raw', 'zero', 'member');
    fc.assert(
      fc.property(weighted, rules, ([groups, weightsOf], singleton) => {
        const values = Float64Array.from(groups.flat());
        const weights = Float64Array.from(weightsOf.flat());
        const offsets = offsetsOf(groups);
        const out = new Float64Array(values.length);
        expect(centerByWeight(values, weights, offsets, { singleton }, out)).toBe(true);
        const expected = groups.flatMap((group, g) => {
          if (group.length === 1 && singleton !== 'member')
            return singleton === 'zero' ? [0] : group;
          const start = offsets[g] as number;
          const mean = weightedMeanOf(values, weights, start, start + group.length);
          return group.map((value) => value - mean);
        });
        expect([...out]).toEqual(expected);
      }),
      { seed: SEED },
    );
  });

  it('keeps the sign of 0 in a group of eight', () => {
    const values = new Float64Array(8).fill(-0);
    const out = new Float64Array(8).fill(1);
    const weights = new Float64Array(8).fill(1);
    centerByWeight(values, weights, Uint32Array.of(0, 8), { singleton: 'raw' }, out);
    // The sum begins with 0, and −0 less 0 is −0.
    expect([...out]).toEqual([...values]);
  });
});

function offsetsOf(groups: readonly (readonly number[])[]): Uint32Array {
  const offsets = new Uint32Array(groups.length + 1);
  groups.forEach((group, g) => {
    offsets[g + 1] = (offsets[g] as number) + group.length;
  });
  return offsets;
}
