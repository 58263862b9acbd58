import { createEpisode, type Episode } from '../../ts/types/episode.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory, type Trajectory } from '../../ts/types/trajectory.ts';

/** A trajectory with as many steps as there are step rewards (one by default). */
export function attempt(
  name: string,
  reward: number | null,
  stepRewards: readonly number[] = [0],
  uid?: string,
): Trajectory {
  const steps = stepRewards.map((stepReward) => createStep({ reward: stepReward }));
  return createTrajectory({ name, reward, steps, ...(uid === undefined ? {} : { uid }) });
}

/** An episode of one trajectory "solver", right when its reward is above 0. */
export function solved(id: string, reward: number, name = 'solver'): Episode {
  const uid = `uid of ${id}`;
  return createEpisode({
    id,
    isCorrect: reward > 0,
    trajectories: [attempt(name, reward, [0], uid)],
  });
}

/** One episode for each outcome: `t:0`, `t:1`, … */
export function rollouts(task: string, outcomes: readonly number[]): Episode[] {
  return outcomes.map((outcome, i) => solved(`${task}:${i}`, outcome));
}

/** All that grouping may change about episodes. */
export function snapshot(episodes: readonly Episode[]): unknown {
  return episodes.map(({ id, trajectories }) => ({
    id,
    trajectories: trajectories.map(({ uid, name, reward }) => ({ uid, name, reward })),
  }));
}
