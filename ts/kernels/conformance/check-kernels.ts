import { messageOf } from '../../errors/message-of.ts';
import { refuse } from '../../errors/refuse.ts';
import { show } from '../../errors/show.ts';
import { kernelsOr } from '../active-kernels.ts';
import { jsKernels } from '../js/js-kernels.ts';
import type { GivenKernels, Kernels } from '../kernels.ts';
import { kernelCalls as groupCalls, type KernelCall } from './calls.ts';
import { fixedCases, type KernelCase, raggedCases, randomCases } from './cases.ts';
import { numpyReductions } from './numpy-reductions.ts';
import { scaleCalls } from './scale-calls.ts';
import { tokenCalls } from './token-calls.ts';

/** One number that is not what it must be, or one rule that was broken. */
export interface KernelDifference {
  readonly call: string;
  /** Which values: `'17 × tenths'`. */
  readonly case: string;
  readonly options: object;
  /** What is wrong, with the place and both numbers. */
  readonly message: string;
}

export interface KernelReport {
  /** Name of the kernels. */
  readonly kernels: string;
  /** Calls made. */
  readonly checks: number;
  /** Empty when they conform. At most `limit` are kept; `checks` goes on. */
  readonly differences: readonly KernelDifference[];
  /** All differences, kept or not. */
  readonly differing: number;
}

export interface CheckKernelsOptions {
  /** What it must equal. Default: the JavaScript kernels. */
  readonly reference?: Kernels;
  /** Of the random cases. Default 1. */
  readonly seed?: bigint;
  /** How many random cases. Default 40. */
  readonly rounds?: number;
  /** Which calls are checked. Default: all. */
  readonly calls?: readonly KernelCall['call'][];
  /** How many differences are kept. Default 100. */
  readonly limit?: number;
}

const kernelCalls: readonly KernelCall[] = [...groupCalls, ...tokenCalls, ...scaleCalls];

/** A value that no kernel may touch, written round `out`. */
const GUARD = 12345.678;

/**
 * Holds kernels against the reference, bit by bit (NaN is NaN, −0 is not 0): every call with every combination of
 * options, on fixed cases, on results of NumPy and on random groups; apart and in place; and that nothing but `out` is
 * written. Takes one or two seconds.
 *
 * @throws UpperhandError `invalid-argument` for a call that does not exist, which would check nothing
 * @example
 * const mine = withFallback({
 *   center: (values, offsets, options, out) => jsKernels.center(values, offsets, options, out), // yours, faster
 * });
 * checkKernels(mine, { calls: ['center'] }).differences; // []
 */
export function checkKernels(given: GivenKernels, options: CheckKernelsOptions = {}): KernelReport {
  const { reference = jsKernels, seed = 1n, rounds = 40, limit = 100, calls } = options;
  if (typeof given !== 'object' || given === null)
    refuse('kernels', 'an object of kernel calls', given);
  const kernels = kernelsOr(given);
  const unknown = calls?.find((name) => !kernelCalls.some(({ call }) => call === name));
  if (unknown !== undefined)
    refuse(
      'calls',
      `out of ${[...new Set(kernelCalls.map(({ call }) => call))].join(', ')}`,
      unknown,
    );
  const asked = kernelCalls.filter(({ call }) => !calls || calls.includes(call));
  const differences: KernelDifference[] = [];
  let checks = 0;
  let differing = 0;
  const report = (call: string, name: string, callOptions: object, message: string): void => {
    if (++differing <= limit) differences.push({ call, case: name, options: callOptions, message });
  };

  const numpy = asked.some(({ call }) => call === 'summarize') ? numpyCases() : [];
  for (const { name, values, ddof, expected } of numpy) {
    checks++;
    const summary = attempt(() => kernels.summarize(values, { ddof }));
    for (const [field, value] of Object.entries(expected)) {
      const got = 'threw' in summary ? summary.threw : summary[field as keyof typeof summary];
      if (!Object.is(got, value))
        report('summarize', name, { ddof }, `${field}: NumPy gives ${value}, got ${show(got)}`);
    }
  }
  for (const input of [...fixedCases(), ...raggedCases(), ...randomCases(seed, rounds)]) {
    for (const call of asked) {
      checks++;
      const message = differenceOf(kernels, reference, call, input);
      if (message !== null) report(call.call, input.name, call.options, message);
    }
  }
  return { kernels: kernels.name, checks, differences, differing };
}

function* numpyCases(): Generator<{
  name: string;
  values: Float64Array;
  ddof: number;
  expected: Readonly<Record<string, number>>;
}> {
  for (const { values, span, sum, mean, std, sampleStd } of numpyReductions()) {
    const name = `${values.length} generated values, span ${span}`;
    yield { name, values, ddof: 0, expected: { sum, mean, std } };
    yield { name, values, ddof: 1, expected: { std: sampleStd } };
  }
}

function differenceOf(
  kernels: Kernels,
  reference: Kernels,
  call: KernelCall,
  input: KernelCase,
): string | null {
  const { values, offsets } = input;
  const expected = call.run(reference, input, new Float64Array(values.length));
  const padded = new Float64Array(values.length + 2).fill(GUARD);
  const apart = { ...input, values: values.slice(), offsets: offsets.slice() };
  const got = attempt(() => call.run(kernels, apart, padded.subarray(1, values.length + 1)));
  if ('threw' in got) return got.threw;
  if (firstDifference(values, apart.values) >= 0) return 'changed the values that it was given';
  if (firstDifference(offsets, apart.offsets) >= 0) return 'changed the offsets that it was given';
  if (padded[0] !== GUARD || padded[padded.length - 1] !== GUARD) return 'wrote beyond out';
  const wrong = describeDifference(expected, got);
  if (wrong !== null) return wrong;
  if (call.call === 'summarize' || call.call === 'segmentSummaries') return null;
  const same = values.slice();
  const inPlace = attempt(() =>
    call.run(kernels, { ...input, values: same, offsets: offsets.slice() }, same),
  );
  const wrongInPlace = 'threw' in inPlace ? inPlace.threw : describeDifference(expected, inPlace);
  return wrongInPlace === null ? null : `in place, out being values: ${wrongInPlace}`;
}

function attempt<T extends object>(compute: () => T): T | { readonly threw: string } {
  try {
    return compute();
  } catch (error) {
    return { threw: `threw ${messageOf(error)}` };
  }
}

function describeDifference(expected: Float64Array, got: Float64Array): string | null {
  if (expected.length !== got.length)
    return `gave ${got.length} numbers, expected ${expected.length}`;
  const at = firstDifference(expected, got);
  return at < 0 ? null : `at ${at}: expected ${show(expected[at])}, got ${show(got[at])}`;
}

function firstDifference(a: Float64Array | Uint32Array, b: Float64Array | Uint32Array): number {
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return i;
  return -1;
}
