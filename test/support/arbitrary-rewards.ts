import fc from 'fast-check';

/** Property tests print their seed when they fail; a fixed one keeps every run the same. */
export const SEED = 20_260_815;

/** What rewards look like: 0 and 1, fractions, scores. No sum of them overflows. */
export const ordinary: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, 1) },
  { weight: 2, arbitrary: fc.integer({ min: -40, max: 40 }).map((k) => k / 20) },
  { weight: 2, arbitrary: fc.double({ min: -100, max: 100, noNaN: true }) },
);

/** What they must survive: any magnitude, subnormals, both zeros, overflow, infinities and NaN. */
export const wild: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: ordinary },
  { weight: 2, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.constantFrom(0, -0, 5e-324, -1e-310, 1e308, -1e308, 2 ** 53 + 2) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Infinity, -Infinity) },
);

/** The same, finite and small enough that no square overflows; otherwise every long group is NaN. */
export const mixed: fc.Arbitrary<number> = fc.oneof(
  ordinary,
  fc.double({ min: -1e150, max: 1e150, noNaN: true }),
  fc.constantFrom(0, -0, 5e-324, -1e-310, 1e-200),
);

const size: fc.Arbitrary<number> = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 9 }) },
  { weight: 3, arbitrary: fc.integer({ min: 10, max: 40 }) },
  { weight: 2, arbitrary: fc.constantFrom(127, 128, 129, 136, 137, 255, 256, 257, 300) },
);

/** Groups of all sizes: none, single ones, empty ones, long ones about the bounds of the summation's blocks. */
export function groupsOf(
  reward: fc.Arbitrary<number>,
  minLength = 0,
): fc.Arbitrary<readonly number[][]> {
  const group = size.chain((n) => fc.array(reward, { minLength: n, maxLength: n }));
  return fc.array(group, { minLength, maxLength: 8, size: 'max' });
}

/** A list in another order. */
export function shuffled<T>(items: readonly T[], order: readonly number[]): T[] {
  return items
    .map((item, i) => ({ item, at: order[i % order.length] ?? 0, i }))
    .sort((a, b) => a.at - b.at || a.i - b.i)
    .map(({ item }) => item);
}
