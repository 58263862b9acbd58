import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  assignToNodes,
  pickSampled,
  scalarAdvantage,
  spreadOverTokens,
} from '../../../ts/estimators/nodes/node-advantages.ts';
import { SEED } from '../../support/arbitrary-rewards.ts';

const masks = fc.array(fc.array(fc.constantFrom(0, 1), { maxLength: 5 }), { maxLength: 5 });

it('what is spread over the tokens is what was assigned', () => {
  fc.assert(
    fc.property(masks, (nodes) => {
      const count = nodes.flat().filter(Boolean).length;
      const values = Array.from({ length: count }, (_, i) => i + 1);
      const assigned = assignToNodes(nodes, values);
      const wide = spreadOverTokens(nodes, assigned);
      const flat = nodes.flat();
      expect(Array.from(wide ?? []).filter((value) => value !== 0)).toEqual(values);
      expect(wide?.length ?? 0).toBe(count === 0 ? 0 : flat.length);
      if (wide) expect(pickSampled(nodes, wide)).toEqual(assigned);
      const mean = values.reduce((sum, value) => sum + value, 0) / count;
      expect(scalarAdvantage(assigned)).toBe(count === 0 ? null : mean);
    }),
    { seed: SEED, numRuns: 100 },
  );
});

it('lists of another length are refused', () => {
  expect(() => assignToNodes([[1, 1]], [0.5])).toThrow('values must be one a sampled token (2)');
  expect(() => pickSampled([[1, 0]], [1])).toThrow('values must be one a token (2)');
  expect(() => spreadOverTokens([[1, 1]], [[1]])).toThrow(
    'advantages[0] must be one a sampled token (2)',
  );
  expect(() => spreadOverTokens([[1], [0]], [[1]])).toThrow(
    'advantages must be one list a node (2)',
  );
});

it('advantages that are all 0 are 0 as one number', () => {
  expect(scalarAdvantage([[0, 0], null])).toBe(0);
});
