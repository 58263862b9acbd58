import { jsKernels } from '../js/js-kernels.ts';
import type { ScaleKernels } from '../scale-kernels.ts';
import {
  centerByWeightCode,
  compareWithMeanCodes,
  scaleByPoolCodes,
} from '../scale-option-codes.ts';
import type { Arena } from './arena.ts';
import { checkStatus } from './check-status.ts';
import type { WasmExports } from './wasm-exports.ts';

const ILLEGAL_WEIGHT = 6;

/** The calls over scales. One that finds no memory is computed in JavaScript instead, with the same bits. */
export function wasmScaleKernels(wasm: WasmExports, arena: Arena): ScaleKernels {
  /** Copies in, weights behind the values; calls in place, copies out. Whether the weights are legal, or null for no memory. */
  const inPlace = (
    values: Float64Array,
    weights: Float64Array | null,
    offsets: Uint32Array,
    out: Float64Array,
    call: (count: number, groups: number) => number,
  ): boolean | null => {
    const count = values.length;
    if (!arena.reserve(weights === null ? count : 2 * count, offsets.length)) return null;
    arena.values.set(values);
    if (weights !== null) arena.values.set(weights, count);
    arena.offsets.set(offsets);
    const status = call(count, offsets.length - 1);
    if (status === ILLEGAL_WEIGHT) return false;
    checkStatus(status);
    out.set(count === arena.values.length ? arena.values : arena.values.subarray(0, count));
    return true;
  };

  return {
    centerByWeight(values, weights, offsets, options, out) {
      const singleton = centerByWeightCode(options);
      const legal = inPlace(values, weights, offsets, out, (count, groups) =>
        wasm.centerByWeight(0, count, count, 0, groups, singleton),
      );
      return legal ?? jsKernels.centerByWeight(values, weights, offsets, options, out);
    },

    compareWithMean(values, offsets, options, out) {
      const [nonPositive, singleton] = compareWithMeanCodes(options);
      const done = inPlace(values, null, offsets, out, (count, groups) =>
        wasm.compareWithMean(0, count, 0, groups, options.epsilon, nonPositive, singleton),
      );
      if (done === null) jsKernels.compareWithMean(values, offsets, options, out);
    },

    scaleByPool(values, weights, offsets, options, out) {
      const [baseline, mean, epsilonPlace, singleton] = scaleByPoolCodes(options);
      const { ddof, epsilon, countEpsilon } = options;
      const weighted = Number(weights !== null);
      const legal = inPlace(values, weights, offsets, out, (count, groups) =>
        wasm.scaleByPool(
          0,
          count,
          count,
          0,
          groups,
          weighted,
          baseline,
          mean,
          ddof,
          epsilon,
          epsilonPlace,
          countEpsilon,
          singleton,
        ),
      );
      return legal ?? jsKernels.scaleByPool(values, weights, offsets, options, out);
    },
  };
}
