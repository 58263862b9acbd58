import type { Episode } from '../types/episode.ts';
import type { Trajectory } from '../types/trajectory.ts';

/**
 * Notes which trajectories episodes have, their names and their rewards. Gives what puts all of that back; it writes
 * only what has changed, so frozen objects are no obstacle.
 */
export function rememberTrajectories(episodes: readonly Episode[]): () => void {
  const held = episodes.map((episode) => ({
    episode,
    list: episode.trajectories,
    members: [...episode.trajectories],
    names: episode.trajectories.map(({ name }) => name),
    rewards: episode.trajectories.map(({ reward }) => reward),
  }));
  return () => {
    for (const { episode, list, members, names, rewards } of held) {
      if (episode.trajectories !== list) episode.trajectories = list;
      putBack(list, members);
      members.forEach((trajectory, t) => {
        if (trajectory.name !== names[t]) trajectory.name = names[t] as string;
        const reward = rewards[t] as number | null;
        if (!Object.is(trajectory.reward, reward)) trajectory.reward = reward;
      });
    }
  };
}

function putBack(list: Trajectory[], members: readonly Trajectory[]): void {
  if (list.length !== members.length) list.length = members.length;
  members.forEach((trajectory, t) => {
    if (list[t] !== trajectory) list[t] = trajectory;
  });
}
