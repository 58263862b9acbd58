import type { Warning } from '../../ts/errors/warning.ts';
import { createStep, type StepInit } from '../../ts/types/step.ts';
import { createTrajectory, type TrajectoryInit } from '../../ts/types/trajectory.ts';
import { createTrajectoryGroup, type TrajectoryGroup } from '../../ts/types/trajectory-group.ts';

/** A group of trajectories with these rewards and, unless told otherwise, one step each. */
export function groupWith(
  groupId: string,
  rewards: readonly TrajectoryInit['reward'][],
  stepsOf: (trajectory: number) => readonly StepInit[] = () => [{}],
): TrajectoryGroup {
  const trajectories = rewards.map((reward, t) =>
    createTrajectory({
      uid: `${groupId}#${t}`,
      ...(reward === undefined ? {} : { reward }),
      steps: stepsOf(t).map((init) => createStep(init)),
    }),
  );
  return createTrajectoryGroup({ groupId, trajectories });
}

/** A group whose trajectories have one step each, with these advantages. */
export function precomputedGroup(
  groupId: string,
  advantages: readonly StepInit['advantage'][],
  tokens: number,
): TrajectoryGroup {
  const responseIds = Array.from({ length: tokens }, (_, i) => i);
  return groupWith(
    groupId,
    advantages.map(() => 1),
    (t) => [{ responseIds, advantage: advantages[t] ?? null }],
  );
}

/** The advantages of all steps: by group, by trajectory, by step. */
export function advantagesOf(groups: readonly TrajectoryGroup[]): unknown[][][] {
  return groups.map(({ trajectories }) =>
    trajectories.map(({ steps }) => steps.map(({ advantage }) => advantage)),
  );
}

/** Makes every write throw, at any depth. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (ArrayBuffer.isView(value)) return value; // which cannot be frozen
  Object.freeze(value);
  Object.values(value).forEach(deepFreeze);
  return value;
}

/** A handler that keeps what it hears. */
export function listener(): { warnings: Warning[]; onWarning: (warning: Warning) => void } {
  const warnings: Warning[] = [];
  return { warnings, onWarning: (warning) => warnings.push(warning) };
}
