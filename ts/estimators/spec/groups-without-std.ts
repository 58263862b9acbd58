import { refuse } from '../../errors/refuse.ts';
import type { Kernels, SingletonRule } from '../../kernels/kernels.ts';
import type { BaselineSpec, StdScale } from './advantage-spec.ts';
import { allEqual } from './divide-by-std.ts';
import { subtractBaseline } from './residuals.ts';
import type { Sample } from './sample.ts';

/** Whether something other than a division is to happen where there is no std. */
export function hasExceptions({ zeroVariance = 'divide', tooFew = 'divide' }: StdScale): boolean {
  return zeroVariance !== 'divide' || tooFew !== 'divide';
}

/** Writes what groups get whose members are all equal, or too few for a std, after all were divided. */
export function mendGroupsWithoutStd(
  baseline: BaselineSpec,
  { ddof, zeroVariance = 'divide', tooFew = 'divide' }: StdScale,
  singleton: SingletonRule,
  sample: Sample,
  kernels: Kernels,
  out: Float64Array,
): void {
  const { values, offsets } = sample;
  let residuals: Float64Array | null = null;
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    const size = end - start;
    if (size === 0 || (size === 1 && singleton !== 'member')) continue;
    const few = size <= ddof && tooFew !== 'divide';
    const rule = few ? tooFew : zeroVariance;
    if (rule === 'divide' || !(few || allEqual(values, start, end, null, null))) continue;
    if (rule === 'refuse') refuse('rewards', `more than ${ddof} for a std`, size);
    if (rule === 'zero') {
      out.fill(0, start, end);
      continue;
    }
    if (residuals === null) {
      residuals = new Float64Array(values.length);
      subtractBaseline(baseline, singleton, sample, kernels, residuals);
    }
    out.set(residuals.subarray(start, end), start);
  }
}
