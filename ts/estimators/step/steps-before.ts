/** The step before each step in its trajectory, −1 for the first. Steps of a trajectory stand in their order. */
export function stepsBefore(
  groups: readonly unknown[],
  trajectories: readonly unknown[],
): Int32Array {
  const last = new Map<unknown, Map<unknown, number>>();
  return Int32Array.from(groups, (group, step) => {
    const ofGroup = last.get(group) ?? new Map<unknown, number>();
    last.set(group, ofGroup);
    const before = ofGroup.get(trajectories[step]) ?? -1;
    ofGroup.set(trajectories[step], step);
    return before;
  });
}
