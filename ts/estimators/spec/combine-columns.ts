import type { Kernels } from '../../kernels/kernels.ts';
import type { ColumnsSpec } from './advantage-spec.ts';
import { type Estimate, hasNaN, pickSample, type Sample, spread, subsetOf } from './sample.ts';
import type { Columns } from './spec-inputs.ts';

/**
 * One number for each of several rewards: their weighted sum, or that of what each column's estimate makes of it.
 *
 * @param normalize - what a column goes through before it is added; null: nothing
 */
export function combineColumns(
  { missing = 'propagate' }: ColumnsSpec,
  { columns, weights }: Columns,
  sample: Sample,
  normalize: Estimate | null,
  kernels: Kernels,
): Float64Array {
  const skip = missing === 'skip';
  const count = sample.values.length;
  const out = new Float64Array(count);
  // How many columns a trajectory has; what has none is NaN and no sum of nothing.
  const scored = new Uint32Array(skip ? count : 0);
  columns.forEach((values, c) => {
    const weight = weights[c] as number;
    const of = { ...sample, values };
    const made = normalize ? normalizeColumn(normalize, of, skip, kernels) : values;
    for (let i = 0; i < count; i++) {
      if (skip) {
        if (Number.isNaN(values[i])) continue;
        scored[i] = (scored[i] as number) + 1;
      }
      out[i] = (out[i] as number) + weight * (made[i] as number);
    }
  });
  if (skip) for (let i = 0; i < count; i++) if (scored[i] === 0) out[i] = Number.NaN;
  return out;
}

function normalizeColumn(
  normalize: Estimate,
  sample: Sample,
  skip: boolean,
  kernels: Kernels,
): Float64Array {
  const { values, offsets } = sample;
  const scored = skip && hasNaN(values) ? subsetOf(offsets, (i) => !Number.isNaN(values[i])) : null;
  if (scored === null) return normalize(sample, kernels);
  return spread(normalize(pickSample(sample, scored), kernels), scored.places, values.length);
}
