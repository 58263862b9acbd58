import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UpperhandError } from '../../../ts/errors/upperhand-error.ts';
import { speakingRows } from '../../../ts/estimators/spec/speaking-rows.ts';
import { SEED } from '../../support/arbitrary-rewards.ts';

function speakersOf(
  speaks: 'first' | 'last',
  groups: readonly (readonly unknown[])[],
  differing: 'allow' | 'refuse' = 'allow',
): number[] {
  const offsets = [0];
  for (const group of groups) offsets.push((offsets.at(-1) as number) + group.length);
  const count = offsets.at(-1) as number;
  const { subset, speakerOf } = speakingRows(
    { speaks, differing },
    {
      values: new Float64Array(count),
      offsets: Uint32Array.from(offsets),
      lengths: null,
      kl: null,
      baselines: null,
    },
    groups.flat(),
  );
  return Array.from(speakerOf, (place) => (subset ? (subset.places[place] as number) : place));
}

describe('speakingRows', () => {
  const ids = fc.oneof(fc.nat(30), fc.constantFrom<unknown>(Number.NaN, -0, 'a', null, undefined));

  it('finds the first and the last row of each trajectory, however many a group has', () => {
    fc.assert(
      fc.property(fc.array(fc.array(ids, { maxLength: 60 }), { maxLength: 4 }), (groups) => {
        let start = 0;
        const [first, last] = [[] as number[], [] as number[]];
        for (const group of groups) {
          // A Map says which ids are the same.
          const [firsts, lasts] = [new Map<unknown, number>(), new Map<unknown, number>()];
          group.forEach((id, i) => {
            if (!firsts.has(id)) firsts.set(id, start + i);
            lasts.set(id, start + i);
          });
          first.push(...group.map((id) => firsts.get(id) as number));
          last.push(...group.map((id) => lasts.get(id) as number));
          start += group.length;
        }
        expect(speakersOf('first', groups)).toEqual(first);
        expect(speakersOf('last', groups)).toEqual(last);
      }),
      { seed: SEED },
    );
  });

  it('names both groups of a trajectory that is in two', () => {
    expect(() => speakersOf('first', [['a'], [], ['b', 'b'], ['c', 'b']], 'refuse')).toThrow(
      new UpperhandError('invalid-argument', 'trajectory "b" has rows in groups 2 and 3'),
    );
  });
});
