// The loops that one would write without thinking of the order of summation: their last bits differ.

const EPSILON = 1e-6;

/** By the case's name; each writes to `out` or returns its numbers. */
export const naive = {
  grpo(values, offsets, out) {
    for (let g = 1; g < offsets.length; g++) {
      const start = offsets[g - 1];
      const end = offsets[g];
      const mean = meanOf(values, start, end);
      const divisor = Math.sqrt(varianceOf(values, start, end, mean)) + EPSILON;
      for (let i = start; i < end; i++) out[i] = (values[i] - mean) / divisor;
    }
    return out;
  },

  'grpo-no-std'(values, offsets, out) {
    for (let g = 1; g < offsets.length; g++) {
      const start = offsets[g - 1];
      const end = offsets[g];
      const mean = meanOf(values, start, end);
      for (let i = start; i < end; i++) out[i] = values[i] - mean;
    }
    return out;
  },

  'reinforce-plus-plus-baseline'(values, offsets, out) {
    for (let g = 1; g < offsets.length; g++) {
      const start = offsets[g - 1];
      const end = offsets[g];
      const mean = meanOf(values, start, end);
      for (let i = start; i < end; i++) out[i] = values[i] - mean;
    }
    const mean = meanOf(out, 0, out.length);
    const divisor = Math.sqrt(varianceOf(out, 0, out.length, mean)) + EPSILON;
    for (let i = 0; i < out.length; i++) out[i] /= divisor;
    return out;
  },

  prpo(values, _offsets, out) {
    const mean = meanOf(values, 0, values.length);
    const divisor = Math.sqrt(varianceOf(values, 0, values.length, mean)) + EPSILON;
    for (let i = 0; i < values.length; i++) out[i] = (values[i] - mean) / divisor;
    return out;
  },

  rloo(values, offsets, out) {
    for (let g = 1; g < offsets.length; g++) {
      const start = offsets[g - 1];
      const end = offsets[g];
      let sum = 0;
      for (let i = start; i < end; i++) sum += values[i];
      for (let i = start; i < end; i++) out[i] = values[i] - (sum - values[i]) / (end - start - 1);
    }
    return out;
  },

  summarize(values) {
    let sum = 0;
    let min = Infinity;
    let max = -Infinity;
    let below = 0;
    for (let i = 0; i < values.length; i++) {
      const x = values[i];
      sum += x;
      if (x < min) min = x;
      if (x > max) max = x;
      if (Math.abs(x) < 0.5) below++;
    }
    const mean = sum / values.length;
    const std = Math.sqrt(varianceOf(values, 0, values.length, mean));
    return [values.length, sum, mean, std, min, max, below];
  },

  'segment-summaries'(values, offsets) {
    const groups = offsets.length - 1;
    const found = {
      mean: new Float64Array(groups),
      std: new Float64Array(groups),
      min: new Float64Array(groups),
      max: new Float64Array(groups),
    };
    for (let g = 0; g < groups; g++) {
      const start = offsets[g];
      const end = offsets[g + 1];
      const mean = meanOf(values, start, end);
      let min = Infinity;
      let max = -Infinity;
      for (let i = start; i < end; i++) {
        const x = values[i];
        if (x < min) min = x;
        if (x > max) max = x;
      }
      found.mean[g] = mean;
      found.std[g] = Math.sqrt(varianceOf(values, start, end, mean));
      found.min[g] = min;
      found.max[g] = max;
    }
    return found;
  },
};

function meanOf(values, start, end) {
  let sum = 0;
  for (let i = start; i < end; i++) sum += values[i];
  return sum / (end - start);
}

function varianceOf(values, start, end, mean) {
  let sum = 0;
  for (let i = start; i < end; i++) {
    const difference = values[i] - mean;
    sum += difference * difference;
  }
  return sum / (end - start);
}
