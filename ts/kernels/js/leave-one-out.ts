import type { LeaveOneOutOptions } from '../kernels.ts';
import { leaveOneOutCode } from '../option-codes.ts';
import { mean } from './moments.ts';

export function leaveOneOut(
  values: Float64Array,
  offsets: Uint32Array,
  options: LeaveOneOutOptions,
  out: Float64Array,
): void {
  leaveOneOutCode(options);
  const { singleton } = options;
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    const n = end - start;
    if (n === 1 && singleton !== 'member') {
      out[start] = singleton === 'zero' ? 0 : (values[start] as number);
      continue;
    }
    const average = mean(values, start, end);
    const k = n / (n - 1);
    for (let i = start; i < end; i++) out[i] = k * ((values[i] as number) - average);
  }
}
