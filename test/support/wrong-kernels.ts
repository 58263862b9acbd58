/** Kernels as people write them who do not mind the last bits: what the conformance kit is there to catch. */
import type { Kernels, StandardizeOptions, SummarizeOptions } from '../../ts/kernels/kernels.ts';
import { withFallback } from '../../ts/kernels/with-fallback.ts';

interface Moments {
  readonly mean: (values: Float64Array) => number;
  readonly std: (values: Float64Array, mean: number, ddof: number) => number;
}

const right = withFallback({});
const rightMean = (values: Float64Array): number => right.summarize(values).mean;
const rightStd = (values: Float64Array, _: number, ddof: number): number =>
  right.summarize(values, { ddof }).std;

const mistakes = {
  'left to right': {
    mean: (values) => values.reduce((a, b) => a + b, 0) / values.length,
    std: rightStd,
  },
  'one pass': {
    mean: rightMean,
    std: (values, mean, ddof) => {
      const squares = right.summarize(values.map((x) => x * x)).sum;
      return Math.sqrt((squares - values.length * mean * mean) / Math.max(values.length - ddof, 0));
    },
  },
  // In groups below eight, where the sum has one accumulator.
  fused: {
    mean: rightMean,
    std: (values, mean, ddof) => {
      if (values.length >= 8) return rightStd(values, mean, ddof);
      let squares = 0;
      for (const x of values) squares = fusedSquare(x - mean, squares);
      return Math.sqrt(squares / Math.max(values.length - ddof, 0));
    },
  },
} satisfies Record<string, Moments>;

export type Mistake = keyof typeof mistakes;

/** Names of the mistakes. */
export const allMistakes = Object.keys(mistakes) as Mistake[];

/** Right but for the mean and the std of `summarize`. */
export function wrongSummaries(mistake: Mistake): Kernels {
  const { mean, std }: Moments = mistakes[mistake];
  return withFallback({
    name: mistake,
    summarize(values: Float64Array, options: SummarizeOptions = {}) {
      const m = mean(values);
      return {
        ...right.summarize(values, options),
        mean: m,
        std: std(values, m, options.ddof ?? 0),
      };
    },
  });
}

/** Right but for the mean and the std that `standardize` takes of groups, where both are the group's. */
export function wrongStandardize(mistake: Mistake): Kernels {
  const { mean, std }: Moments = mistakes[mistake];
  return withFallback({
    name: mistake,
    standardize(values, offsets, options: StandardizeOptions, out) {
      const { baseline, scale, scaleOf, ddof, epsilon, epsilonPlace } = options;
      const given = values.slice();
      right.standardize(values, offsets, options, out);
      if (baseline !== 'group' || scale !== 'group') return;
      if (scaleOf !== 'values' || epsilonPlace !== 'outside') return;
      for (let g = 1; g < offsets.length; g++) {
        const group = given.subarray(offsets[g - 1], offsets[g]);
        if (group.length < 2) continue;
        const m = mean(group);
        const by = std(group, m, ddof) + epsilon;
        group.forEach((x, i) => {
          out[(offsets[g - 1] as number) + i] = (x - m) / by;
        });
      }
    },
  });
}

/** a·a + b in one rounding, by Dekker's exact product and Knuth's exact sum. */
function fusedSquare(a: number, b: number): number {
  const c = 134217729 * a;
  const high = c - (c - a);
  const low = a - high;
  const product = a * a;
  const productError = low * low - (product - high * high - 2 * high * low);
  const total = product + b;
  const part = total - product;
  return total + (product - (total - part) + (b - part) + productError);
}
