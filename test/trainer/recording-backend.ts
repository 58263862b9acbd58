import type { Backend } from '../../ts/trainer/backend.ts';
import type { TrainerState } from '../../ts/trainer/trainer-state.ts';
import { createEpisode, type Episode } from '../../ts/types/episode.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import type { RolloutEngine } from '../../ts/workflow/rollout-engine.ts';

/** The members that a run calls, in the order of the first call. */
export const MEMBERS = [
  'initRolloutEngine',
  'onTrainStart',
  'onValidationStart',
  'onValidationEnd',
  'onEpochStart',
  'onBatchStart',
  'generateEpisodes',
  'transformToBackendBatch',
  'processBackendBatch',
  'computeAdvantages',
  'updatePolicy',
  'onBatchEnd',
  'onEpochEnd',
  'onTrainEnd',
  'shutdown',
] as const;

export type Member = (typeof MEMBERS)[number];

export interface Recording {
  readonly backend: Backend;
  /** `'{member} {step}'`, in order; `val` and `train` after generateEpisodes. */
  readonly events: string[];
}

export interface RecordingOptions {
  /** Called at the begin of each member; may throw. */
  readonly at?: (member: Member, state: TrainerState | null) => unknown;
  /** The rewards of a task's attempts. Default: 1, 0, 1, … */
  readonly rewards?: (task: unknown, isValidation: boolean) => readonly number[];
  /** False: episodes come from the trainer's workflow. Default true. */
  readonly makesEpisodes?: boolean;
  /** Replaces members. */
  readonly members?: Partial<Backend>;
}

/** An engine whose every answer is one token. */
export function oneTokenEngine(): RolloutEngine {
  return {
    weightVersion: 0,
    async getModelResponse() {
      return {
        text: 'a',
        content: 'a',
        reasoning: null,
        toolCalls: [],
        promptIds: [1, 2],
        completionIds: [3],
        logprobs: [-0.5],
        finishReason: 'stop',
        weightVersion: this.weightVersion ?? null,
      };
    },
  };
}

/** A backend that notes how it is called, and makes its episodes itself. */
export function recordingBackend(options: RecordingOptions = {}): Recording {
  const { at = () => {}, rewards = () => [1, 0], makesEpisodes = true, members = {} } = options;
  const events: string[] = [];
  const note = (member: Member, state: TrainerState | null, detail?: string): unknown => {
    events.push(
      [member, detail ?? state?.globalStep].filter((part) => part !== undefined).join(' '),
    );
    return at(member, state);
  };
  const hook = (member: Member) => async (state: TrainerState) => {
    await note(member, state);
  };
  const generate: Pick<Backend, 'generateEpisodes'> = {
    generateEpisodes: async (batch, _, { isValidation, onEpisode }) => {
      await note('generateEpisodes', null, isValidation ? 'val' : 'train');
      const episodes = batch.flatMap((task) => playWith(task, rewards(task, isValidation)));
      for (const episode of episodes) onEpisode(episode);
      return episodes;
    },
  };
  const backend: Backend = {
    name: 'recording',
    initRolloutEngine: async () => {
      await note('initRolloutEngine', null);
      return oneTokenEngine();
    },
    transformToBackendBatch: async (state) => {
      await note('transformToBackendBatch', state);
      return state.trajectoryGroups;
    },
    processBackendBatch: hook('processBackendBatch'),
    computeAdvantages: async (state, _, collect) => {
      await note('computeAdvantages', state);
      collect();
    },
    updatePolicy: hook('updatePolicy'),
    onTrainStart: hook('onTrainStart'),
    onTrainEnd: hook('onTrainEnd'),
    onEpochStart: hook('onEpochStart'),
    onEpochEnd: hook('onEpochEnd'),
    onBatchStart: hook('onBatchStart'),
    onBatchEnd: hook('onBatchEnd'),
    onValidationStart: hook('onValidationStart'),
    onValidationEnd: hook('onValidationEnd'),
    shutdown: async () => {
      await note('shutdown', null);
    },
    ...(makesEpisodes && generate),
    ...members,
  };
  return { backend, events };
}

/** Episodes of one task, `{ id }` or its text, one for each reward; more than 0 is right. */
export function playWith(task: unknown, rewards: readonly number[]): Episode[] {
  const id = String((task as { id?: unknown } | null)?.id ?? task);
  return rewards.map((reward, r) =>
    createEpisode({
      id: `${id}:${r}`,
      isCorrect: reward > 0,
      terminationReason: 'env_done',
      trajectories: [
        createTrajectory({
          name: 'solver',
          reward,
          steps: [createStep({ promptIds: [1], responseIds: [2], reward })],
        }),
      ],
    }),
  );
}
