import { sum } from '../../kernels/js/pairwise-sum.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { SingletonRule } from '../../kernels/scope.ts';
import type { BaselineSpec } from './advantage-spec.ts';
import type { Sample } from './sample.ts';
import { checkLengths } from './spec-inputs.ts';

/** Rewards less their baseline, written to `out`, which is not the values. */
export function subtractBaseline(
  baseline: BaselineSpec,
  singleton: SingletonRule,
  sample: Sample,
  kernels: Kernels,
  out: Float64Array,
): void {
  const { values, offsets, baselines } = sample;
  switch (baseline.kind) {
    case 'none':
      out.set(values);
      return;
    case 'mean':
      kernels.center(values, offsets, { baseline: baseline.scope, singleton }, out);
      return;
    case 'leave-one-out':
      if (baseline.scope === 'pool')
        kernels.leaveOneOut(values, wholeOf(values), { singleton: 'member' }, out);
      else kernels.leaveOneOut(values, offsets, { singleton }, out);
      return;
    case 'length-weighted-mean': {
      const lengths = sample.lengths as Float64Array;
      if (!kernels.centerByWeight(values, lengths, offsets, { singleton }, out))
        checkLengths(lengths);
      return;
    }
    case 'best-of-rest':
      keepBest(values, offsets, singleton, out);
      return;
    case 'log-mean-exp':
      subtractSoftMaximum(sample, baseline.temperature, singleton, out);
      return;
    default: {
      const given = baselines as Float64Array;
      for (let i = 0; i < out.length; i++) out[i] = (values[i] as number) - (given[i] as number);
    }
  }
}

/** The whole sample as one group. */
export function wholeOf(values: Float64Array): Uint32Array {
  return Uint32Array.of(0, values.length);
}

function subtractSoftMaximum(
  { values, offsets }: Sample,
  temperature: number,
  singleton: SingletonRule,
  out: Float64Array,
): void {
  const powers = new Float64Array(values.length);
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    if (end - start === 1 && singleton !== 'member') {
      out[start] = singleton === 'zero' ? 0 : (values[start] as number);
      continue;
    }
    let most = Number.NEGATIVE_INFINITY;
    for (let i = start; i < end; i++) most = Math.max(most, values[i] as number);
    // Beside the greatest no power overflows; nothing is beside an infinite one.
    if (Math.abs(most) === Infinity) most = 0;
    for (let i = start; i < end; i++)
      powers[i] = Math.exp(((values[i] as number) - most) / temperature);
    const baseline = most + temperature * Math.log(sum(powers, start, end) / (end - start));
    for (let i = start; i < end; i++) out[i] = (values[i] as number) - baseline;
  }
}

function keepBest(
  values: Float64Array,
  offsets: Uint32Array,
  singleton: SingletonRule,
  out: Float64Array,
): void {
  out.fill(0);
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    if (end - start < 2) {
      // There is no second best: the baseline of a lone one is 0 or nothing.
      if (start < end && singleton !== 'zero')
        out[start] = singleton === 'raw' ? (values[start] as number) : Number.NaN;
      continue;
    }
    let best = start;
    let second = Number.NEGATIVE_INFINITY;
    let unknown = Number.isNaN(values[start]);
    for (let i = start + 1; i < end; i++) {
      const value = values[i] as number;
      unknown ||= Number.isNaN(value);
      if (value > (values[best] as number)) {
        second = values[best] as number;
        best = i;
      } else if (value > second) second = value;
    }
    // No best among what cannot be compared.
    if (unknown) out.fill(Number.NaN, start, end);
    else out[best] = (values[best] as number) - second;
  }
}
