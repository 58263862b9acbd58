import type { CenterByWeightOptions } from '../scale-kernels.ts';
import { centerByWeightCode } from '../scale-option-codes.ts';
import { areWeights } from './are-weights.ts';
import { subtract } from './center.ts';
import { weightedMeanOf } from './weighted-moments.ts';

export function centerByWeight(
  values: Float64Array,
  weights: Float64Array,
  offsets: Uint32Array,
  options: CenterByWeightOptions,
  out: Float64Array,
): boolean {
  centerByWeightCode(options);
  if (!areWeights(weights)) return false;
  const { singleton } = options;
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    if (end - start === 1 && singleton !== 'member')
      out[start] = singleton === 'zero' ? 0 : (values[start] as number);
    else subtract(values, start, end, weightedMeanOf(values, weights, start, end), out);
  }
  return true;
}
