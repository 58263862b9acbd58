import type { MaskedValues, WhitenOptions } from '../token-kernels.ts';
import { whitenCodes } from '../token-option-codes.ts';
import { sum } from './pairwise-sum.ts';

export function whitenTokens(
  { values, mask, offsets }: MaskedValues,
  options: WhitenOptions,
  out: Float64Array,
): void {
  whitenCodes(options);
  const terms = new Float64Array(values.length);
  for (let s = 1; s < offsets.length; s++) {
    const start = offsets[s - 1] as number;
    const end = offsets[s] as number;
    let count = 0;
    for (let i = start; i < end; i++) {
      if (mask !== null && mask[i] === 0) continue;
      terms[i] = values[i] as number;
      count++;
    }
    const mean = sum(terms, start, end) / (count + options.countEpsilon);
    let by = 1;
    if (options.divide) {
      for (let i = start; i < end; i++) {
        const d = (values[i] as number) - mean;
        terms[i] = mask !== null && mask[i] === 0 ? 0 : d * d;
      }
      by = divisor(sum(terms, start, end), count, options);
    }
    write(values, start, end, mean, by, options.mean, out);
  }
}

function divisor(
  squares: number,
  count: number,
  { ddof, epsilon, epsilonPlace, countEpsilon }: WhitenOptions,
): number {
  const variance =
    countEpsilon === 0
      ? squares / Math.max(count - ddof, 0)
      : (squares / (count + countEpsilon)) * (count / (count - ddof));
  if (epsilonPlace === 'outside') return Math.sqrt(variance) + epsilon;
  if (epsilonPlace === 'inside') return Math.sqrt(variance + epsilon);
  return Math.sqrt(variance < epsilon ? epsilon : variance);
}

function write(
  values: Float64Array,
  start: number,
  end: number,
  mean: number,
  by: number,
  rule: WhitenOptions['mean'],
  out: Float64Array,
): void {
  if (rule === 'keep') for (let i = start; i < end; i++) out[i] = (values[i] as number) / by;
  else if (rule === 'subtract')
    for (let i = start; i < end; i++) out[i] = ((values[i] as number) - mean) / by;
  else for (let i = start; i < end; i++) out[i] = ((values[i] as number) - mean) / by + mean;
}
