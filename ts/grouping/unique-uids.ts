import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import type { Episode } from '../types/episode.ts';
import type { Trajectory } from '../types/trajectory.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';

/**
 * Trajectories are told apart by their uid: with one uid for two of them, dropping one from training would drop the
 * other.
 *
 * @throws UpperhandError `duplicate-uid` naming the uid and both places
 */
export function checkUniqueUids(episodes: readonly Episode[]): void {
  check(episodes.map(({ id, trajectories }) => [`episode ${show(id)}`, trajectories]));
}

/** The same for groups: each trajectory trains once. */
export function checkUniqueMembers(groups: readonly TrajectoryGroup[]): void {
  check(groups.map(({ groupId, trajectories }) => [`group ${show(groupId)}`, trajectories]));
}

function check(owners: readonly (readonly [string, readonly Trajectory[]])[]): void {
  const seen = new Map<string, string>();
  for (const [owner, trajectories] of owners) {
    for (const { uid, name } of trajectories) {
      const place = `${owner} (${show(name)})`;
      const other = seen.get(uid);
      if (other !== undefined) {
        throw new UpperhandError(
          'duplicate-uid',
          `trajectory uid ${show(uid)} must be unique, found in ${other} and in ${place}`,
        );
      }
      seen.set(uid, place);
    }
  }
}
