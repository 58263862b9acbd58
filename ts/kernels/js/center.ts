import type { CenterOptions } from '../kernels.ts';
import { centerCodes } from '../option-codes.ts';
import type { Scope, SingletonRule } from '../scope.ts';
import { mean } from './moments.ts';

export function center(
  values: Float64Array,
  offsets: Uint32Array,
  options: CenterOptions,
  out: Float64Array,
): void {
  centerCodes(options);
  subtractBaseline(values, offsets, options.baseline, options.singleton, out);
}

/** Residuals: values less the mean of their group or of the pool, or the values themselves. */
export function subtractBaseline(
  values: Float64Array,
  offsets: Uint32Array,
  baseline: Scope | 'none',
  singleton: SingletonRule,
  out: Float64Array,
): void {
  if (baseline === 'group') {
    for (let g = 1; g < offsets.length; g++) {
      const start = offsets[g - 1] as number;
      const end = offsets[g] as number;
      if (end - start === 1 && singleton !== 'member')
        out[start] = singleton === 'zero' ? 0 : (values[start] as number);
      else subtract(values, start, end, mean(values, start, end), out);
    }
  } else if (baseline === 'pool') {
    subtract(values, 0, values.length, mean(values, 0, values.length), out);
  } else if (out !== values) {
    out.set(values);
  }
}

/** out = values − mean over `[start, end)`. */
export function subtract(
  values: Float64Array,
  start: number,
  end: number,
  mean: number,
  out: Float64Array,
): void {
  for (let i = start; i < end; i++) out[i] = (values[i] as number) - mean;
}
