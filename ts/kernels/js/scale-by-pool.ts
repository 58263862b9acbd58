import type { ScaleByPoolOptions } from '../scale-kernels.ts';
import { scaleByPoolCodes } from '../scale-option-codes.ts';
import { subtractBaseline } from './center.ts';
import { divisor, varianceOf } from './moments.ts';
import { poolMoments } from './pool-moments.ts';

export function scaleByPool(
  values: Float64Array,
  weights: Float64Array | null,
  offsets: Uint32Array,
  options: ScaleByPoolOptions,
  out: Float64Array,
): boolean {
  scaleByPoolCodes(options);
  const { baseline, singleton, mean, ddof, epsilon, epsilonPlace, countEpsilon } = options;
  subtractBaseline(values, offsets, baseline, singleton, out);
  const about = mean === 'zero' ? 'zero' : 'mean';
  const moments = poolMoments(out, weights, about, countEpsilon);
  if (moments === null) return false;
  const { total, centre, squares } = moments;
  const by = divisor(varianceOf(squares, total, ddof, countEpsilon), epsilon, epsilonPlace);
  const { length } = out;
  if (mean === 'subtract')
    for (let i = 0; i < length; i++) out[i] = ((out[i] as number) - centre) / by;
  else for (let i = 0; i < length; i++) out[i] = (out[i] as number) / by;
  return true;
}
