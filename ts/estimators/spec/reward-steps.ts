import type { RewardStep } from './advantage-spec.ts';

/** One step over all rewards, in place. */
export function applyRewardStep(
  step: RewardStep,
  kl: Float64Array | null,
  values: Float64Array,
): void {
  const change = changeOf(step, kl);
  for (let i = 0; i < values.length; i++) values[i] = change(values[i] as number, i);
}

function changeOf(
  step: RewardStep,
  kl: Float64Array | null,
): (reward: number, i: number) => number {
  switch (step.kind) {
    case 'clip':
      // Math.min and Math.max keep NaN.
      return (reward) => Math.min(Math.max(reward, step.low), step.high);
    case 'add':
      return (reward) => reward + step.number;
    case 'multiply':
      return (reward) => reward * step.by;
    default:
      return (reward, i) => reward - step.coefficient * ((kl as Float64Array)[i] as number);
  }
}
