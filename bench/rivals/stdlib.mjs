// @stdlib/stats in its own pieces: a strided mean and standard deviation for each group. It sums in another order,
// so the last bits differ. Its JavaScript form; the native add-ons are not built (.npmrc runs no install scripts).

import dmean from '@stdlib/stats-base-dmean';
import dstdev from '@stdlib/stats-base-dstdev';

const EPSILON = 1e-6;
const mean = dmean.ndarray;
const stdev = dstdev.ndarray;

/** By the case's name. It has no counterpart of a whole summary. */
export const stdlib = {
  grpo(values, offsets, out) {
    for (let g = 1; g < offsets.length; g++) {
      const start = offsets[g - 1];
      const end = offsets[g];
      const average = mean(end - start, values, 1, start);
      const divisor = stdev(end - start, 0, values, 1, start) + EPSILON;
      for (let i = start; i < end; i++) out[i] = (values[i] - average) / divisor;
    }
    return out;
  },

  'grpo-no-std'(values, offsets, out) {
    center(values, offsets, out);
    return out;
  },

  'reinforce-plus-plus-baseline'(values, offsets, out) {
    center(values, offsets, out);
    const divisor = stdev(out.length, 0, out, 1, 0) + EPSILON;
    for (let i = 0; i < out.length; i++) out[i] /= divisor;
    return out;
  },

  prpo(values, _offsets, out) {
    const average = mean(values.length, values, 1, 0);
    const divisor = stdev(values.length, 0, values, 1, 0) + EPSILON;
    for (let i = 0; i < out.length; i++) out[i] = (values[i] - average) / divisor;
    return out;
  },

  rloo(values, offsets, out) {
    for (let g = 1; g < offsets.length; g++) {
      const start = offsets[g - 1];
      const end = offsets[g];
      const n = end - start;
      const average = mean(n, values, 1, start);
      const factor = n / (n - 1);
      for (let i = start; i < end; i++) out[i] = factor * (values[i] - average);
    }
    return out;
  },
};

function center(values, offsets, out) {
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1];
    const end = offsets[g];
    const average = mean(end - start, values, 1, start);
    for (let i = start; i < end; i++) out[i] = values[i] - average;
  }
}
