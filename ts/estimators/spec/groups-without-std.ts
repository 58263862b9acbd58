import { refuse } from '../../errors/refuse.ts';
import { mean, variance } from '../../kernels/js/moments.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { SingletonRule } from '../../kernels/scope.ts';
import type { BaselineSpec, StdScale } from './advantage-spec.ts';
import { allEqual } from './divide-by-std.ts';
import { subtractBaseline } from './residuals.ts';
import type { Sample } from './sample.ts';

/** Whether something other than a division is to happen where there is no std. */
export function hasExceptions({ zeroVariance = 'divide', tooFew = 'divide' }: StdScale): boolean {
  return zeroVariance !== 'divide' || tooFew !== 'divide';
}

/** Whether some group may get something other than a division; a lone member has what the rule for it says. */
export function mayLackStd(
  { ddof, zeroVariance = 'divide', tooFew = 'divide' }: StdScale,
  singleton: SingletonRule,
): boolean {
  if (zeroVariance !== 'divide') return true;
  return tooFew !== 'divide' && ddof >= (singleton === 'member' ? 1 : 2);
}

/** Writes what groups get whose members are all equal, or too few for a std, after all were divided. */
export function mendGroupsWithoutStd(
  baseline: BaselineSpec,
  { ddof, zeroVariance = 'divide', zeroUpTo = 0, tooFew = 'divide' }: StdScale,
  singleton: SingletonRule,
  sample: Sample,
  kernels: Kernels,
  out: Float64Array,
): void {
  const { values, offsets } = sample;
  const enough = Math.max(ddof, 1);
  let residuals: Float64Array | null = null;
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    const size = end - start;
    // Mostly the first two tell.
    if (zeroUpTo === 0 && size > enough && values[start] !== values[start + 1]) continue;
    if (size === 0 || (size === 1 && singleton !== 'member')) continue;
    const few = size <= ddof && tooFew !== 'divide';
    const rule = few ? tooFew : zeroVariance;
    if (rule === 'divide') continue;
    if (!few) {
      // Two members so far apart make twice that std.
      const apart = zeroUpTo === 0 ? 0 : 2 * zeroUpTo * Math.sqrt(2 * size);
      if (Math.abs((values[start] as number) - (values[start + 1] as number)) > apart) continue;
      const equal = allEqual(values, start, end, null, null);
      if (!equal && !(zeroUpTo > 0 && stdOf(values, start, end, ddof) <= zeroUpTo)) continue;
    }
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

function stdOf(values: Float64Array, start: number, end: number, ddof: number): number {
  return Math.sqrt(variance(values, start, end, mean(values, start, end), ddof));
}
