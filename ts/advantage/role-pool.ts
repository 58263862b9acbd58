import type { GroupedRewards } from '../kernels/grouped-rewards.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';

/** The rewards of one role, group by group: what one call of an estimator sees. */
export interface RolePool {
  readonly role: string;
  readonly rewards: GroupedRewards;
  /** A name for a group, for messages. */
  readonly groupId: (group: number) => string;
  /** The groups themselves, aligned with the rewards; empty where there are only numbers. */
  readonly groups: readonly TrajectoryGroup[];
}
