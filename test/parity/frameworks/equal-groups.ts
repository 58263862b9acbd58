import { GroupedRewards } from '../../../ts/kernels/grouped-rewards.ts';

/** Rewards whose groups are so many in a row. */
export function equalGroups(rewards: ArrayLike<number>, size: number): GroupedRewards {
  const groups = rewards.length / size;
  return GroupedRewards.fromFlat(
    rewards,
    Array.from({ length: groups + 1 }, (_, g) => g * size),
  );
}
