import type { TrajectoryGroup } from '../types/trajectory-group.ts';

/** Response tokens of each trajectory, all its steps together, group after group. */
export function trainedTokens(groups: readonly TrajectoryGroup[]): Float64Array {
  return Float64Array.from(
    groups.flatMap(({ trajectories }) =>
      trajectories.map(({ steps }) =>
        steps.reduce((n, { responseIds }) => n + responseIds.length, 0),
      ),
    ),
  );
}
