import type { Kernels } from '../../kernels/kernels.ts';
import type { ColumnsSpec } from './advantage-spec.ts';
import { type Estimate, pickSample, type Sample, spread, subsetOf } from './sample.ts';
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
  const out = new Float64Array(sample.values.length);
  columns.forEach((values, c) => {
    const weight = weights[c] as number;
    const of = { ...sample, values };
    const made = normalize ? normalizeColumn(normalize, of, skip, kernels) : values;
    for (let i = 0; i < out.length; i++) {
      if (skip && Number.isNaN(values[i])) continue;
      out[i] = (out[i] as number) + weight * (made[i] as number);
    }
  });
  if (skip) {
    for (let i = 0; i < out.length; i++)
      if (columns.every((values) => Number.isNaN(values[i]))) out[i] = Number.NaN;
  }
  return out;
}

function normalizeColumn(
  normalize: Estimate,
  sample: Sample,
  skip: boolean,
  kernels: Kernels,
): Float64Array {
  const { values, offsets } = sample;
  const scored = skip ? subsetOf(offsets, (i) => !Number.isNaN(values[i])) : null;
  if (scored === null) return normalize(sample, kernels);
  return spread(normalize(pickSample(sample, scored), kernels), scored.places, values.length);
}
