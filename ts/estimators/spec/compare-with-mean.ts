import { mean } from '../../kernels/js/moments.ts';
import type { SingletonRule } from '../../kernels/kernels.ts';
import type { ScaleSpec } from './advantage-spec.ts';

/** (values − mean) / (mean + epsilon) of each group, in one pass, written to `out`, which is all 0. */
export function compareWithMean(
  { epsilon, nonPositive = 'divide' }: Extract<ScaleSpec, { kind: 'mean' }>,
  values: Float64Array,
  offsets: Uint32Array,
  singleton: SingletonRule,
  out: Float64Array,
): void {
  const zero = nonPositive === 'zero';
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    if (end - start === 1 && singleton !== 'member') {
      if (singleton === 'raw') out[start] = values[start] as number;
      continue;
    }
    const centre = mean(values, start, end);
    if (zero && centre <= 0) continue;
    const by = centre + epsilon;
    for (let i = start; i < end; i++) out[i] = ((values[i] as number) - centre) / by;
  }
}
