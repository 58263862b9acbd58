import { createEpisode, type Episode } from '../types/episode.ts';
import { createStep } from '../types/step.ts';
import { createTrajectory, type Trajectory } from '../types/trajectory.ts';

/**
 * An episode that a workflow or an executor gave, as one that later stages can rely on and write on: each part is
 * checked and is a new object. Nonsense is to fail the rollout that it came from, not the batch that it would be in.
 *
 * @throws UpperhandError `invalid-argument` for a field that there is not or of the wrong type
 */
export function ownEpisode(given: Episode): Episode {
  const episode = createEpisode(given);
  episode.trajectories = episode.trajectories.map(ownTrajectory);
  return episode;
}

/** The same for a trajectory. */
export function ownTrajectory(given: Trajectory): Trajectory {
  const trajectory = createTrajectory(given);
  trajectory.steps = Array.from(trajectory.steps, (step) => createStep(step));
  return trajectory;
}
