import type { StandardizeOptions } from '../kernels.ts';
import { standardizeCodes } from '../option-codes.ts';
import { subtractBaseline } from './center.ts';
import { divisor, mean, variance } from './moments.ts';

export function standardize(
  values: Float64Array,
  offsets: Uint32Array,
  options: StandardizeOptions,
  out: Float64Array,
): void {
  standardizeCodes(options);
  if (options.scale === 'pool') scaleByPool(values, offsets, options, out);
  else scaleByGroup(values, offsets, options, out);
}

function scaleByPool(
  values: Float64Array,
  offsets: Uint32Array,
  options: StandardizeOptions,
  out: Float64Array,
): void {
  const { baseline, scaleOf, singleton } = options;
  // Before the residuals are written, since `out` may be `values`.
  const ofValues = scaleOf === 'values' ? divisorOf(values, 0, values.length, options) : 0;
  subtractBaseline(values, offsets, baseline, singleton, out);
  const by = scaleOf === 'values' ? ofValues : divisorOf(out, 0, out.length, options);
  for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) / by;
  if (baseline === 'group' && singleton === 'zero') zeroGroupsOfOne(offsets, out);
}

function scaleByGroup(
  values: Float64Array,
  offsets: Uint32Array,
  options: StandardizeOptions,
  out: Float64Array,
): void {
  const { baseline, scaleOf, singleton, ddof, epsilon, epsilonPlace } = options;
  const poolMean = baseline === 'pool' ? mean(values, 0, values.length) : 0;
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    if (start === end) continue;
    if (end - start === 1 && singleton !== 'member') {
      const value = values[start] as number;
      const residual = baseline === 'pool' ? value - poolMean : value;
      out[start] = singleton === 'zero' ? 0 : residual / divisor(1, epsilon, epsilonPlace);
      continue;
    }
    const groupMean = mean(values, start, end);
    const subtracted = baseline === 'group' ? groupMean : poolMean;
    if (scaleOf === 'values') {
      const by = divisor(variance(values, start, end, groupMean, ddof), epsilon, epsilonPlace);
      for (let i = start; i < end; i++) out[i] = ((values[i] as number) - subtracted) / by;
    } else {
      for (let i = start; i < end; i++) out[i] = (values[i] as number) - subtracted;
      const by = divisorOf(out, start, end, options);
      for (let i = start; i < end; i++) out[i] = (out[i] as number) / by;
    }
  }
}

function divisorOf(
  a: Float64Array,
  start: number,
  end: number,
  options: StandardizeOptions,
): number {
  const { ddof, epsilon, epsilonPlace } = options;
  return divisor(variance(a, start, end, mean(a, start, end), ddof), epsilon, epsilonPlace);
}

// A divisor that is NaN or 0 would otherwise turn the promised 0 into NaN.
function zeroGroupsOfOne(offsets: Uint32Array, out: Float64Array): void {
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    if ((offsets[g] as number) - start === 1) out[start] = 0;
  }
}
