import { Places } from '../errors/places.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import type { OnWarning } from '../errors/warning.ts';
import { GroupedRewards } from '../kernels/grouped-rewards.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import type { IdSeparator } from '../types/ids.ts';
import type { Trajectory } from '../types/trajectory.ts';
import { groupRole, type TrajectoryGroup } from '../types/trajectory-group.ts';
import { estimatorOf } from './estimate-pool.ts';
import { inspectGroup } from './inspect-group.ts';
import { type PrecomputedAdvantages, readPrecomputed } from './precomputed.ts';
import type { RolePool } from './role-pool.ts';

/** The rewards of a role, and the trajectories that they are of, whatever an estimator does to the groups. */
export interface CollectedPool extends RolePool {
  readonly members: readonly Trajectory[];
}

/** Splits the groups by role: rewards to estimate from, and advantages that are there already. */
export function poolByRole(
  groups: readonly TrajectoryGroup[],
  config: AlgorithmConfig,
  collectAdvantage: boolean,
  onWarning: OnWarning,
  ids: { readonly idSeparator?: IdSeparator },
): { pools: CollectedPool[]; precomputed: Map<string, PrecomputedAdvantages[]>; locked: boolean } {
  const byRole = new Map<string, TrajectoryGroup[]>();
  const precomputed = new Map<string, PrecomputedAdvantages[]>();
  const overwritten = new Places();
  let anyLocked = false;
  groups.forEach((group, g) => {
    const { carries, locked } = inspectGroup(group, g);
    anyLocked ||= locked;
    const role = groupRole(group, ids);
    if (carries && config.usePrecomputedAdvantage) {
      if (collectAdvantage) append(precomputed, role, readPrecomputed(group, role, onWarning));
      return;
    }
    if (carries && collectAdvantage)
      overwritten.add(() => `${group.groupId || role} (${estimatorOf(role, config)})`);
    append(byRole, role, group);
  });
  if (overwritten.count > 0) {
    onWarning({
      kind: 'advantages-overwritten',
      message: `${overwritten.counted('group', 'carries', 'carry')} advantages on the steps; they are overwritten, since usePrecomputedAdvantage is off: ${overwritten}`,
      places: overwritten.names,
    });
  }
  return {
    pools: [...byRole].map(([role, held]) => toPool(role, held)),
    precomputed,
    locked: anyLocked,
  };
}

function toPool(role: string, groups: readonly TrajectoryGroup[]): CollectedPool {
  const offsets = new Uint32Array(groups.length + 1);
  groups.forEach(({ trajectories }, g) => {
    offsets[g + 1] = (offsets[g] as number) + trajectories.length;
  });
  const values = new Float64Array(offsets[groups.length] as number);
  const members: Trajectory[] = [];
  let at = 0;
  for (const { trajectories, groupId } of groups) {
    trajectories.forEach((trajectory, t) => {
      const { reward, uid } = trajectory;
      if (typeof reward !== 'number' && typeof reward !== 'boolean') {
        throw new UpperhandError(
          'missing-reward',
          `group ${show(groupId)} trajectory ${t} (uid ${uid}): reward must be a number, got ${show(reward)}; a missing reward is not 0`,
        );
      }
      members.push(trajectory);
      values[at++] = Number(reward);
    });
  }
  return {
    role,
    rewards: GroupedRewards.fromFlat(values, offsets),
    groupId: (g) => groups[g]?.groupId || role,
    groups,
    members,
  };
}

function append<V>(map: Map<string, V[]>, key: string, value: V): void {
  const held = map.get(key);
  if (held) held.push(value);
  else map.set(key, [value]);
}
