import type { CompareWithMeanOptions } from '../scale-kernels.ts';
import { compareWithMeanCodes } from '../scale-option-codes.ts';
import { mean } from './moments.ts';

export function compareWithMean(
  values: Float64Array,
  offsets: Uint32Array,
  options: CompareWithMeanOptions,
  out: Float64Array,
): void {
  compareWithMeanCodes(options);
  const { epsilon, nonPositive, singleton } = options;
  const zero = nonPositive === 'zero';
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    if (end - start === 1 && singleton !== 'member') {
      out[start] = singleton === 'zero' ? 0 : (values[start] as number);
      continue;
    }
    const centre = mean(values, start, end);
    if (zero && centre <= 0) {
      out.fill(0, start, end);
      continue;
    }
    const by = centre + epsilon;
    for (let i = start; i < end; i++) out[i] = ((values[i] as number) - centre) / by;
  }
}
