import { UpperhandError } from '../../errors/upperhand-error.ts';
import { jsKernels } from '../js/js-kernels.ts';
import type { Kernels } from '../kernels.ts';
import { centerCodes, leaveOneOutCode, standardizeCodes } from '../option-codes.ts';
import { Arena } from './arena.ts';
import { checkStatus } from './check-status.ts';
import type { WasmExports } from './wasm-exports.ts';
import { wasmScaleKernels } from './wasm-scale-kernels.ts';
import { wasmTokenKernels } from './wasm-token-kernels.ts';

/**
 * The kernels of an instance of the package's module (`upperhand/kernels.wasm`): for those who compile it themselves,
 * to stream it or to share it with workers. Rewards are copied in, results out. A call that finds no memory is
 * computed in JavaScript instead, with the same bits.
 *
 * @param instance - a `WebAssembly.Instance`
 * @throws UpperhandError `invalid-kernels` for an instance of another module
 * @example
 * const { instance } = await WebAssembly.instantiateStreaming(fetch('/kernels.wasm'));
 * setKernels(createWasmKernels(instance));
 */
export function createWasmKernels(instance: { readonly exports: object }): Kernels {
  const wasm = instance?.exports as WasmExports;
  checkExports(wasm);
  const arena = new Arena(wasm);

  /** Copies in, calls in place, copies out. */
  const inPlace = (
    values: Float64Array,
    offsets: Uint32Array,
    out: Float64Array,
    call: (count: number, groups: number) => number,
  ): boolean => {
    if (!arena.reserve(values.length, offsets.length)) return false;
    arena.values.set(values);
    arena.offsets.set(offsets);
    checkStatus(call(values.length, offsets.length - 1));
    out.set(
      values.length === arena.values.length
        ? arena.values
        : arena.values.subarray(0, values.length),
    );
    return true;
  };

  return {
    name: 'wasm-simd',

    summarize(values, options = {}) {
      const { ddof = 0, threshold = 0 } = options;
      const at = values.length;
      if (!arena.reserve(at + 7, 0)) return jsKernels.summarize(values, options);
      arena.values.set(values);
      checkStatus(wasm.summarize(0, at, ddof, threshold, at));
      const [count, sum, mean, std, min, max, countBelow] = arena.values.subarray(
        at,
        at + 7,
      ) as unknown as Seven;
      return { count, sum, mean, std, min, max, countBelow };
    },

    segmentSummaries(values, offsets, options = {}) {
      const { ddof = 0 } = options;
      const groups = offsets.length - 1;
      const at = values.length;
      if (!arena.reserve(at + 4 * groups, offsets.length)) {
        return jsKernels.segmentSummaries(values, offsets, options);
      }
      arena.values.set(values);
      arena.offsets.set(offsets);
      checkStatus(wasm.segmentSummaries(0, at, 0, groups, ddof, at));
      const part = (k: number): Float64Array =>
        arena.values.slice(at + k * groups, at + (k + 1) * groups);
      return { mean: part(0), std: part(1), min: part(2), max: part(3) };
    },

    center(values, offsets, options, out) {
      const [baseline, singleton] = centerCodes(options);
      const done = inPlace(values, offsets, out, (count, groups) =>
        wasm.center(0, count, 0, groups, 0, baseline, singleton),
      );
      if (!done) jsKernels.center(values, offsets, options, out);
    },

    standardize(values, offsets, options, out) {
      const { ddof, epsilon } = options;
      const [baseline, scale, scaleOf, epsilonPlace, singleton] = standardizeCodes(options);
      const done = inPlace(values, offsets, out, (count, groups) =>
        wasm.standardize(
          0,
          count,
          0,
          groups,
          0,
          baseline,
          scale,
          scaleOf,
          ddof,
          epsilon,
          epsilonPlace,
          singleton,
        ),
      );
      if (!done) jsKernels.standardize(values, offsets, options, out);
    },

    leaveOneOut(values, offsets, options, out) {
      const singleton = leaveOneOutCode(options);
      const done = inPlace(values, offsets, out, (count, groups) =>
        wasm.leaveOneOut(0, count, 0, groups, 0, singleton),
      );
      if (!done) jsKernels.leaveOneOut(values, offsets, options, out);
    },

    ...wasmTokenKernels(wasm, arena),
    ...wasmScaleKernels(wasm, arena),
  };
}

const FUNCTIONS = [
  'reserve',
  'valuesPointer',
  'offsetsPointer',
  'valuesCapacity',
  'offsetsCapacity',
  'summarize',
  'segmentSummaries',
  'center',
  'standardize',
  'leaveOneOut',
  'reserveMask',
  'maskPointer',
  'maskCapacity',
  'discountedReturns',
  'generalizedAdvantages',
  'whitenTokens',
  'optimalTokenBaseline',
  'centerByWeight',
  'compareWithMean',
  'scaleByPool',
] as const satisfies readonly (keyof WasmExports)[];

function checkExports(wasm: Partial<WasmExports> | undefined): void {
  const missing = FUNCTIONS.find((name) => typeof wasm?.[name] !== 'function');
  if (missing === undefined && wasm?.memory) return;
  throw new UpperhandError(
    'invalid-kernels',
    `createWasmKernels takes an instance of upperhand/kernels.wasm, got one that exports no ${missing ?? 'memory'}`,
  );
}

type Seven = [number, number, number, number, number, number, number];
