import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textSimilarity } from '../../../ts/estimators/step/text-similarity.ts';

test.each([
  ['kitchen table', 'kitchen chair', 0.6923076923076923],
  [
    'You are in the kitchen, facing a table.',
    'You are in the kitchen, facing a table!',
    0.9743589743589743,
  ],
  ['qabxcd', 'abycdf', 0.6666666666666666],
  ['private Thread currentThread;', 'private volatile Thread currentThread;', 0.8656716417910447],
  ['naïve 🙂 text', 'naive 🙂 test', 0.8333333333333334],
  ['', '', 1],
  ['abc', '', 0],
])('%s | %s is as difflib has it', (a, b, ratio) => {
  expect(textSimilarity(a, b)).toBe(ratio);
});

test('in a long text, frequent characters start no match', () => {
  expect(textSimilarity(`${'ab'.repeat(120)}x`, `${'ab'.repeat(119)}yx`)).toBe(0.9937629937629938);
  expect(textSimilarity('x'.repeat(50) + 'abc'.repeat(60), `${'abc'.repeat(70)}y`)).toBe(0);
});

test('lies between 0 and 1, is 1 for equal short texts and 0 without a common character', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 40 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const ratio = textSimilarity(a, b);
      expect(ratio).toBeGreaterThanOrEqual(0);
      expect(ratio).toBeLessThanOrEqual(1);
      expect(textSimilarity(a, a)).toBe(1);
      expect(textSimilarity(a, 'xyz'.repeat(3))).toBe(0);
    }),
  );
});
