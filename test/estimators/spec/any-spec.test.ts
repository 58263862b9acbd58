import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSpec } from '../../../ts/estimators/spec/check-spec.ts';
import { describeSingleton } from '../../../ts/estimators/spec/describe-singleton.ts';
import { describeSpec } from '../../../ts/estimators/spec/describe-spec.ts';
import { runSpec } from '../../../ts/estimators/spec/run-spec.ts';
import { GroupedRewards } from '../../../ts/kernels/grouped-rewards.ts';
import { SEED } from '../../support/arbitrary-rewards.ts';
import { inputs, specs } from '../../support/arbitrary-spec.ts';
import { kernelsTable } from '../../support/kernels-table.ts';
import { type SlowInput, slowSpec } from '../../support/slow-spec.ts';

function run(
  spec: Parameters<typeof runSpec>[0],
  { members, weights }: SlowInput,
  kernels: (typeof kernelsTable)[number],
): Float64Array {
  const groups = Math.max(0, ...members.map(({ group }) => group + 1));
  const offsets = [0];
  for (let g = 0; g < groups; g++)
    offsets.push((offsets[g] as number) + members.filter(({ group }) => group === g).length);
  const column = (c: number): number[] => members.map(({ columns }) => columns[c] as number);
  return runSpec(
    spec,
    GroupedRewards.fromFlat(
      members.map(({ reward }) => reward),
      offsets,
    ),
    kernels,
    {
      lengths: members.map(({ length }) => length),
      baselines: members.map(({ baseline }) => baseline),
      kl: members.map(({ kl }) => kl),
      trajectoryIds: members.map(({ id }) => id),
      columns: weights.map((_, c) => column(c)),
      columnWeights: weights,
    },
  ).values;
}

function expectClose(got: Float64Array, expected: readonly number[], what: () => string): void {
  expect(got.length, what()).toBe(expected.length);
  expected.forEach((number, i) => {
    const value = got[i] as number;
    const same =
      Object.is(value, number) ||
      (Number.isNaN(value) && Number.isNaN(number)) ||
      value === number ||
      Math.abs(value - number) <= 1e-9 * Math.max(1, Math.abs(number));
    if (!same) expect.fail(`at ${i}: got ${value}, expected ${number}: ${what()}`);
  });
}

describe.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
  'any spec, with %s kernels',
  (_, kernels) => {
    it('gives what its fields say', () => {
      fc.assert(
        fc.property(specs, inputs, (spec, input) => {
          checkSpec(spec);
          expectClose(run(spec, input, kernels), slowSpec(spec, input), () =>
            JSON.stringify({ spec, input }),
          );
        }),
        { seed: SEED, numRuns: 3000 },
      );
    });
  },
);

it('any spec is JSON and has a formula', () => {
  fc.assert(
    fc.property(specs, (spec) => {
      expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
      for (const text of [describeSpec(spec), describeSingleton(spec)])
        expect(text).not.toMatch(/undefined|\[object|NaN\)/);
    }),
    { seed: SEED, numRuns: 300 },
  );
});
