import type { Episode } from '../../types/episode.ts';
import type { Step } from '../../types/step.ts';
import type { Trajectory } from '../../types/trajectory.ts';

/** Of the lines that this package writes; a reader refuses any other. */
export const FORMAT_VERSION = 1;

/** The field that says so. */
export const VERSION_FIELD = 'upperhand';

/** What stands in a line beside the fields of its episode. */
export const LINE_FIELDS: readonly string[] = [VERSION_FIELD, 'step', 'split'];

/** What a line tells beside its episode. */
export interface LineFields {
  /** The training step: episodes of different steps are not compared. */
  readonly step?: number | string;
  /** The part of the data, as `'train'` or `'val'`: episodes of different parts are not compared. */
  readonly split?: string;
}

/**
 * What a line leaves out, as `createEpisode`, `createTrajectory` and `createStep` make it again. Ids, names, rewards and steps
 * of trajectories always stand there.
 */
export const LEFT_OUT: {
  readonly episode: Partial<Episode>;
  readonly trajectory: Partial<Trajectory>;
  readonly step: Partial<Step>;
} = {
  episode: {
    task: null,
    terminationReason: null,
    isCorrect: false,
    sessionId: null,
    artifacts: {},
    metrics: {},
    metadata: {},
  },
  trajectory: { task: null, signals: {}, metadata: {} },
  step: {
    promptIds: [],
    responseIds: [],
    logprobs: [],
    chatCompletions: [],
    observation: null,
    thought: '',
    action: null,
    modelResponse: '',
    metadata: {},
    reward: 0,
    done: false,
    mcReturn: 0,
    advantage: null,
    weightVersion: null,
  },
};
