import type { Kernels } from '../../kernels/kernels.ts';
import type { PostStep } from './advantage-spec.ts';
import { scaleByPool } from './scale-by-pool.ts';

/** One step over all advantages, in place. */
export function applyPostStep(
  step: PostStep,
  lengths: Float64Array | null,
  kernels: Kernels,
  out: Float64Array,
): void {
  if (step.kind === 'whiten') {
    scaleByPool(step, lengths, kernels, out);
    return;
  }
  const change = changeOf(step);
  for (let i = 0; i < out.length; i++) out[i] = change(out[i] as number);
}

function changeOf(step: Exclude<PostStep, { kind: 'whiten' }>): (advantage: number) => number {
  switch (step.kind) {
    case 'clip':
      // Math.min and Math.max keep NaN.
      return (advantage) => Math.min(Math.max(advantage, step.low), step.high);
    case 'balance':
      return (advantage) => advantage * (advantage > 0 ? step.positive : step.negative);
    default:
      return (advantage) => advantage * step.by;
  }
}
