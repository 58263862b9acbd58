import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disagreementsOf } from '../../ts/cli/advantages/disagreements.ts';
import type { ScoredRollout } from '../../ts/cli/score.ts';

const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
);
const rollouts = fc.array(
  fc.record({
    role: fc.constantFrom('solver', 'judge'),
    advantage: fc.option(numbers),
    other: numbers,
  }),
  { maxLength: 60 },
);

function toRollout(role: string, first: number | null, other: number, line: number): ScoredRollout {
  const advantages = { advantage: first, others: [first === null ? null : other] };
  return { source: 'x', line, group: 't', role, reward: first === null ? null : 0, ...advantages };
}

describe('disagreementsOf', () => {
  it('counts each rollout of each role once, as what it is', () => {
    fc.assert(
      fc.property(rollouts, (all) => {
        const scored = all.map(({ role, advantage, other }, i) =>
          toRollout(role, advantage, other, i + 1),
        );
        const [found] = disagreementsOf(scored, ['a', 'b']);
        const pairs = all.flatMap(({ role, advantage: x, other: y }) =>
          x === null ? [] : [{ role, x, y }],
        );
        expect(found?.roles.map(({ role }) => role)).toEqual([
          ...new Set(pairs.map(({ role }) => role)),
        ]);
        for (const one of found?.roles ?? []) {
          const own = pairs.filter(({ role }) => role === one.role);
          const same = own.filter(({ x, y }) => x === y || Object.is(x, y));
          const others = own.filter((pair) => !same.includes(pair));
          const areFinite = ({ x, y }: { x: number; y: number }): boolean =>
            Number.isFinite(x) && Number.isFinite(y);
          const finite = others.filter(areFinite);
          expect(one).toMatchObject({
            rollouts: own.length,
            equal: same.length,
            notFinite: others.length - finite.length,
            oppositeSigns: finite.filter(({ x, y }) => (x > 0 && y < 0) || (x < 0 && y > 0)).length,
            zeroInOne: finite.filter(({ x, y }) => x === 0 || y === 0).length,
          });
          const differences = own.filter(areFinite).map(({ x, y }) => Math.abs(x - y));
          expect(one.largestDifference).toBe(
            differences.length === 0 ? null : Math.max(...differences),
          );
        }
      }),
    );
  });

  it('names those that differ most, the largest first, and the first of each kind', () => {
    const pairs: [number, number][] = [
      [1, 2],
      [1, -1],
      [0, 5],
      [Number.NaN, 1],
      [3, 4.5],
      [-1, 1],
      [7, 7],
      [0, 1],
      [2, 2.25],
    ];
    const scored = pairs.map(([x, y], i) => toRollout('solver', x, y, i + 1));
    const [found] = disagreementsOf(scored, ['a', 'b']);
    expect(found?.places.map(({ kind, rollout }) => `${kind} ${rollout.line}`)).toEqual([
      'opposite-signs 2',
      'opposite-signs 6',
      'zero-in-one 3',
      'zero-in-one 8',
      'not-finite 4',
      'largest 3',
      'largest 2',
      'largest 6',
      'largest 5',
      'largest 1',
    ]);
  });

  it('tells a scale and a shift from an order that is another', () => {
    const first = [0, 1, 2, 3];
    const scaled = first.map((x, i) => toRollout('solver', x, 10 * x - 4, i));
    const turned = first.map((x, i) => toRollout('solver', x, -x, i));
    const constant = first.map((x, i) => toRollout('solver', x, 1, i));
    const correlations = [scaled, turned, constant].map(
      (one) => disagreementsOf(one, ['a', 'b'])[0]?.roles[0]?.correlation,
    );
    expect(correlations).toEqual([1, -1, null]);
  });
});
