import { splitmix64, splitmix64Doubles } from './splitmix64.ts';

/** Values in groups, with a name for reports. */
export interface KernelCase {
  readonly name: string;
  readonly values: Float64Array;
  readonly offsets: Uint32Array;
}

/** Sizes on both sides of every step that the order of summation takes. */
const SIZES = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 24, 31, 32, 64, 127, 128, 129, 136, 137, 255, 256, 257,
  264, 1000,
];

/** Values on which a kernel that adds, squares or compares in another way than it should shows it. */
const KINDS: Readonly<Record<string, (i: number) => number>> = {
  tenths: (i) => ((i * 7) % 10) / 10,
  binary: (i) => ((i * 5) % 3) & 1,
  constant: () => 0.1,
  'mostly 0.95': (i) => (i % 8 === 0 ? 0 : 0.95),
  'far from zero': (i) => 1e8 + ((i * 3) % 7) / 7,
  cancelling: (i) => [1e16, 1, -1e16, 0.1][i % 4] as number,
  negative: (i) => -1 - ((i * 11) % 13) / 3,
  subnormal: (i) => 5e-324 * ((i % 5) - 2),
  'negative zeros': () => -0,
  'signed zeros': (i) => (i % 2 === 0 ? -0 : 0),
  overflowing: (i) => (i % 2 === 0 ? 1.5e308 : 1.7e308),
  'one NaN': (i) => (i === 5 ? Number.NaN : i),
  'one infinity': (i) => (i === 3 ? Number.POSITIVE_INFINITY : i),
  'both infinities': (i) => (i % 3 === 0 ? 1 / 0 : i % 3 === 1 ? -1 / 0 : 1),
};

/** One group of each size and kind. */
export function* fixedCases(): Generator<KernelCase> {
  for (const [kind, value] of Object.entries(KINDS)) {
    for (const size of SIZES) {
      const values = Float64Array.from({ length: size }, (_, i) => value(i));
      yield { name: `${size} × ${kind}`, values, offsets: new Uint32Array([0, size]) };
    }
  }
}

/** Groups of different sizes side by side, empty and single ones among them. */
export function* raggedCases(): Generator<KernelCase> {
  const sizes = [1, 0, 2, 8, 1, 9, 0, 0, 17, 130, 1];
  for (const [kind, value] of Object.entries(KINDS)) {
    const offsets = offsetsOf(sizes);
    const values = Float64Array.from({ length: offsets[sizes.length] as number }, (_, i) =>
      value(i),
    );
    yield { name: `ragged groups, ${kind}`, values, offsets };
  }
  yield { name: 'no groups', values: new Float64Array(), offsets: new Uint32Array([0]) };
  yield { name: 'empty groups', values: new Float64Array(), offsets: new Uint32Array([0, 0, 0]) };
}

/** Random values of mixed magnitude in groups of random size. */
export function* randomCases(seed: bigint, rounds: number): Generator<KernelCase> {
  const next = splitmix64(seed);
  const below = (n: number): number => Number(next() % BigInt(n));
  for (let round = 0; round < rounds; round++) {
    const longest = [4, 8, 20, 300][below(4)] as number;
    const sizes = Array.from({ length: below(12) }, () => below(longest + 1));
    const offsets = offsetsOf(sizes);
    const span = [1, 3, 41][below(3)] as number;
    const values = splitmix64Doubles(next(), offsets[sizes.length] as number, span);
    yield { name: `random ${round} (seed ${seed})`, values, offsets };
  }
}

function offsetsOf(sizes: readonly number[]): Uint32Array {
  const offsets = new Uint32Array(sizes.length + 1);
  sizes.forEach((size, g) => {
    offsets[g + 1] = (offsets[g] as number) + size;
  });
  return offsets;
}
