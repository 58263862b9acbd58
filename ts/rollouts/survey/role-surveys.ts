import { GroupedRewards } from '../../kernels/grouped-rewards.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { difficultyMetrics } from '../../metrics/difficulty.ts';
import { distributionOf } from './distribution.ts';
import type { GroupTable } from './group-table.ts';
import { SignalCounter } from './signal-counts.ts';
import type { RoleSurvey } from './survey.ts';

/** Groups of each role, in the order in which roles appear. */
export function groupsByRole(groups: GroupTable): Map<string, number[]> {
  const byRole = new Map<string, number[]>();
  for (let g = 0; g < groups.length; g++) {
    const role = groups.role(g);
    const held = byRole.get(role);
    if (held) held.push(g);
    else byRole.set(role, [g]);
  }
  return byRole;
}

/** What one role's groups and rewards are like, and rLLM's metrics of them. */
export function surveyRole(
  role: string,
  groups: GroupTable,
  numbers: readonly number[],
  kernels: Kernels,
): { readonly survey: RoleSurvey; readonly metrics: Record<string, number> } {
  const signal = new SignalCounter();
  let rollouts = 0;
  for (const g of numbers) {
    signal.add(groups.signal(g));
    rollouts += groups.sizes[g] as number;
  }
  const scored = numbers.filter((g) => groups.scored(g) > 0).map((g) => groups.rewardsOf(g));
  const rewards = GroupedRewards.from(scored);
  const survey: RoleSurvey = {
    role,
    rollouts,
    missing: rollouts - rewards.values.length,
    groups: numbers.length,
    sizes: sizesOf(groups, numbers),
    reward: distributionOf(rewards.values, kernels),
    signal: signal.counts,
  };
  return { survey, metrics: difficultyMetrics(role, rewards, kernels) };
}

function sizesOf(groups: GroupTable, numbers: readonly number[]): RoleSurvey['sizes'] {
  const counts = new Map<number, number>();
  for (const g of numbers) {
    const size = groups.sizes[g] as number;
    counts.set(size, (counts.get(size) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b).map(([size, count]) => ({ size, groups: count }));
}

/** The size that most groups have; the larger one of two that are as frequent. */
export function usualSize(sizes: RoleSurvey['sizes']): number {
  return sizes.reduce((usual, one) => (one.groups >= usual.groups ? one : usual), {
    size: 0,
    groups: 0,
  }).size;
}
