import { sum } from '../kernels/js/pairwise-sum.ts';
import type { Step } from '../types/step.ts';
import type { Trajectory } from '../types/trajectory.ts';

/** Sum of the rewards of steps, in NumPy's order. 0 for none. */
export function sumStepRewards(steps: readonly Step[]): number {
  return sumOf(steps.map(({ reward }) => reward));
}

/** Adds to the reward of each step but the first `coefficient` times what it is more than the one before. */
export function shapeStepRewards(steps: readonly Step[], coefficient: number): void {
  let before = steps[0]?.reward ?? 0;
  for (const step of steps.slice(1)) {
    const raw = step.reward;
    step.reward += coefficient * (raw - before);
    before = raw;
  }
}

/** Makes the reward of each step its Monte-Carlo return: its own plus `gamma` times the return of the next one. */
export function discountStepRewards(steps: readonly Step[], gamma: number): void {
  let following = 0;
  for (const step of [...steps].reverse()) {
    following = step.reward + gamma * following;
    step.reward = following;
  }
}

/** Whether the rewards of an episode add up to more than 0; one that is missing adds nothing. */
export function isRewarded(trajectories: readonly Trajectory[]): boolean {
  let total = 0;
  for (const { reward } of trajectories) total += reward ?? 0;
  return total > 0;
}

/** `{name}_acc`: the mean reward of the trajectories of each name. */
export function accuracies(
  scored: readonly { readonly name: string; readonly reward: number }[],
): Record<string, number> {
  const rewards = new Map<string, number[]>();
  for (const { name, reward } of scored) {
    const ofName = rewards.get(name);
    if (ofName) ofName.push(reward);
    else rewards.set(name, [reward]);
  }
  const metrics: Record<string, number> = {};
  for (const [name, values] of rewards) metrics[`${name}_acc`] = sumOf(values) / values.length;
  return metrics;
}

function sumOf(values: readonly number[]): number {
  return sum(Float64Array.from(values), 0, values.length);
}
