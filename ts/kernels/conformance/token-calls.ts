import type { Kernels } from '../kernels.ts';
import type {
  AdvantagesAndReturns,
  DiscountedReturnsOptions,
  GeneralizedAdvantagesOptions,
  MaskedTokens,
  OptimalTokenBaselineOptions,
  WhitenOptions,
} from '../token-kernels.ts';
import type { KernelCall } from './calls.ts';
import type { KernelCase } from './cases.ts';

const MASKED: readonly MaskedTokens[] = ['carry', 'walk', 'zero', 'reset', 'cut'];

/** The calls over tokens with their options: with a mask and without, one number for all rows and one a row. */
export const tokenCalls: readonly KernelCall[] = [
  ...[true, false].flatMap((masked) => [
    ...recursions().map((options) => discountedReturns(options, masked)),
    ...recursions().map((options) => generalizedAdvantages({ ...options, lambda: 0.95 }, masked)),
    ...whitenOptions().map((options) => whitenTokens(options, masked)),
    ...baselineOptions().map((options) => optimalTokenBaseline(options, masked)),
  ]),
];

/** Runs of 3 and 2, with a lone one now and then. */
const RUNS = [1, 255, 1, 0, 0, 2, 0];

/** What a case does not have is made of its values, so that its peculiarities are everywhere. */
class TokenCase {
  readonly mask: Uint8Array | null;
  readonly offsets: Uint32Array;
  /** A second array of numbers, each another one than at its place in the first. */
  readonly others: Float64Array;
  /** One number a row. */
  readonly perRow: Float64Array;
  readonly members: Uint32Array;
  readonly groups: Uint32Array;
  readonly #before: readonly Numbers[];

  constructor({ values, offsets }: KernelCase, masked: boolean) {
    const rows = offsets.length - 1;
    this.offsets = offsets;
    this.others = new Float64Array(values.length);
    for (let i = 0; i < values.length; i++)
      this.others[i] = (values[(i * 3 + 1) % values.length] as number) * 0.5;
    // One row in five has no trained token.
    this.mask = masked ? new Uint8Array(values.length) : null;
    for (let i = 0; masked && i < values.length; i++)
      (this.mask as Uint8Array)[i] = RUNS[i % 7] as number;
    for (let row = 2; row < rows; row += 5) this.mask?.fill(0, offsets[row], offsets[row + 1]);
    this.perRow = Float64Array.from({ length: rows }, (_, row) => 0.9 + (row % 3) * 0.05);
    const first = Array.from({ length: rows }, (_, row) => row).filter((row) => row % 3 !== 1);
    const second = Array.from({ length: rows }, (_, row) => row).filter((row) => row % 3 === 1);
    this.members = Uint32Array.from([...first, ...second]);
    this.groups = Uint32Array.of(0, first.length, first.length, rows);
    this.#before = this.#lent().map((numbers) => numbers.slice());
  }

  /** Fails where a call has written on what it was only lent. */
  checkUntouched(othersAreOut: boolean): void {
    this.#lent().forEach((numbers, a) => {
      const before = this.#before[a] as Numbers;
      if (a === 0 && othersAreOut) return;
      for (let i = 0; i < numbers.length; i++)
        if (!Object.is(numbers[i], before[i]))
          throw new Error(`changed ${['the second array', 'the mask', 'the numbers of rows'][a]}`);
    });
  }

  #lent(): Numbers[] {
    return [this.others, this.mask ?? new Uint8Array(), this.perRow];
  }
}

type Numbers = Float64Array | Uint8Array;

function discountedReturns(options: DiscountedReturnsOptions, masked: boolean): KernelCall {
  return {
    call: 'discountedReturns',
    options: { ...options, masked: masked ? options.masked : 'no mask' },
    run: (kernels, input, out) => {
      const tokens = new TokenCase(input, masked);
      const { mask, offsets } = tokens;
      const given = options.zeroUntrained ? { ...options, gamma: tokens.perRow } : options;
      kernels.discountedReturns({ rewards: input.values, mask, offsets }, given, out);
      tokens.checkUntouched(false);
      return out;
    },
  };
}

function generalizedAdvantages(options: GeneralizedAdvantagesOptions, masked: boolean): KernelCall {
  return twoOuts('generalizedAdvantages', options, masked, (kernels, input, tokens, out) => {
    const { mask, offsets, others, perRow } = tokens;
    const isRowwise = options.zeroUntrained === true;
    kernels.generalizedAdvantages(
      {
        rewards: input.values,
        values: others,
        bootstrap: isRowwise ? perRow : null,
        mask,
        offsets,
      },
      isRowwise ? { ...options, gamma: perRow, lambda: perRow } : options,
      out,
    );
  });
}

function optimalTokenBaseline(options: OptimalTokenBaselineOptions, masked: boolean): KernelCall {
  return twoOuts('optimalTokenBaseline', options, masked, (kernels, input, tokens, out) => {
    const { mask, offsets, others, members, groups } = tokens;
    kernels.optimalTokenBaseline(
      { rewards: input.values, weights: others, mask, offsets, members, groups },
      options,
      out,
    );
  });
}

function twoOuts(
  call: 'generalizedAdvantages' | 'optimalTokenBaseline',
  options: object,
  masked: boolean,
  run: (kernels: Kernels, input: KernelCase, tokens: TokenCase, out: AdvantagesAndReturns) => void,
): KernelCall {
  return {
    call,
    options: { ...options, mask: masked },
    run: (kernels, input, out) => {
      const tokens = new TokenCase(input, masked);
      const isInPlace = out === input.values;
      const returns = isInPlace ? tokens.others : new Float64Array(out.length);
      run(kernels, input, tokens, { advantages: out, returns });
      tokens.checkUntouched(isInPlace);
      return joined(out, returns);
    },
  };
}

function whitenTokens(options: WhitenOptions, masked: boolean): KernelCall {
  return {
    call: 'whitenTokens',
    options: { ...options, mask: masked },
    run: (kernels, input, out) => {
      const tokens = new TokenCase(input, masked);
      const { mask, offsets } = tokens;
      kernels.whitenTokens({ values: input.values, mask, offsets }, options, out);
      tokens.checkUntouched(false);
      return out;
    },
  };
}

function joined(first: Float64Array, second: Float64Array): Float64Array {
  const both = new Float64Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function recursions(): DiscountedReturnsOptions[] {
  return MASKED.flatMap((masked) =>
    [false, true].map((zeroUntrained) => ({ gamma: 0.99, masked, zeroUntrained })),
  );
}

function whitenOptions(): WhitenOptions[] {
  const all: WhitenOptions[] = [];
  for (const mean of ['subtract', 'keep', 'restore'] as const)
    for (const ddof of [0, 1])
      for (const epsilonPlace of ['outside', 'inside', 'floor'] as const) {
        // Alternating, as whether it divides and what is added to the count are apart from the rest.
        const countEpsilon = all.length % 2 === 0 ? 0 : 1e-8;
        const epsilon = all.length % 4 < 2 ? 1e-8 : 0;
        all.push({ mean, divide: all.length % 5 !== 4, ddof, epsilon, epsilonPlace, countEpsilon });
      }
  return all;
}

function baselineOptions(): OptimalTokenBaselineOptions[] {
  return (['position', 'trained-token'] as const).flatMap((align) =>
    [true, false].map((zeroTail) => ({ epsilon: zeroTail ? 1e-8 : 0, zeroTail, align })),
  );
}
