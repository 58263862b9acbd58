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
    if (end - start === 8) {
      compareEight(values, start, epsilon, zero, out);
      continue;
    }
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

/** The most usual size, with all of it at hand; the sum is that of `mean`, to the last bit. */
function compareEight(
  values: Float64Array,
  i: number,
  epsilon: number,
  zero: boolean,
  out: Float64Array,
): void {
  const x0 = values[i] as number;
  const x1 = values[i + 1] as number;
  const x2 = values[i + 2] as number;
  const x3 = values[i + 3] as number;
  const x4 = values[i + 4] as number;
  const x5 = values[i + 5] as number;
  const x6 = values[i + 6] as number;
  const x7 = values[i + 7] as number;
  const centre = (0 + (x0 + x1 + (x2 + x3) + (x4 + x5 + (x6 + x7)))) / 8;
  if (zero && centre <= 0) return;
  const by = centre + epsilon;
  out[i] = (x0 - centre) / by;
  out[i + 1] = (x1 - centre) / by;
  out[i + 2] = (x2 - centre) / by;
  out[i + 3] = (x3 - centre) / by;
  out[i + 4] = (x4 - centre) / by;
  out[i + 5] = (x5 - centre) / by;
  out[i + 6] = (x6 - centre) / by;
  out[i + 7] = (x7 - centre) / by;
}
