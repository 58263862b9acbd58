import {
  assignGiven,
  checkArray,
  checkBoolean,
  checkFields,
  checkRecord,
  checkText,
} from './check.ts';
import { cutId, type IdOptions } from './ids.ts';
import { parseTerminationReason, type TerminationReason } from './termination-reason.ts';
import type { Trajectory } from './trajectory.ts';
import { newUid } from './uid.ts';

/** One rollout of one task: the trajectories of all agents that took part. */
export interface Episode {
  /** `{task id}:{rollout index}`, or any unique text. */
  id: string;
  task: unknown;
  /** Why it ended; null when nobody said. */
  terminationReason: TerminationReason | null;
  isCorrect: boolean;
  sessionId: string | null;
  trajectories: Trajectory[];
  artifacts: Record<string, unknown>;
  /** Numbers that the workflow wants averaged over the batch. */
  metrics: Record<string, unknown>;
  metadata: Record<string, unknown>;
}

export type EpisodeInit = Partial<Omit<Episode, 'terminationReason'>> & {
  readonly terminationReason?: string | null;
};

/**
 * Makes an episode, with rLLM's defaults and a fresh id for what is left out. Trajectories are kept, not copied.
 *
 * @throws UpperhandError `invalid-argument` for an unknown field, a value of the wrong type, or a termination
 *   reason that is not known.
 * @example
 * const episode = createEpisode({ id: 'task-7:0', isCorrect: true, trajectories: [createTrajectory({ reward: 1 })] });
 * taskId(episode); // 'task-7'
 */
export function createEpisode(init: EpisodeInit = {}): Episode {
  const episode: Episode = {
    id: init?.id ?? newUid(),
    task: null,
    terminationReason: null,
    isCorrect: false,
    sessionId: null,
    trajectories: [],
    artifacts: {},
    metrics: {},
    metadata: {},
  };
  checkFields('Episode', init, episode);
  const { terminationReason = null } = init;
  assignGiven(episode, init as Partial<Episode>);
  if (terminationReason !== null)
    episode.terminationReason = parseTerminationReason(terminationReason);
  checkText('Episode.id', episode.id);
  checkBoolean('Episode.isCorrect', episode.isCorrect);
  if (episode.sessionId !== null) checkText('Episode.sessionId', episode.sessionId);
  checkArray('Episode.trajectories', episode.trajectories);
  checkRecord('Episode.artifacts', episode.artifacts);
  checkRecord('Episode.metrics', episode.metrics);
  checkRecord('Episode.metadata', episode.metadata);
  return episode;
}

/**
 * The piece of the episode's id after the cut: which attempt at the task this is. Null when the id has no colon,
 * where the Python original raises. With `idSeparator: 'first'` it ends at the second colon, as there.
 */
export function rolloutIdx(episode: Pick<Episode, 'id'>, options?: IdOptions): string | null {
  return cutId(episode.id, options).rest;
}
