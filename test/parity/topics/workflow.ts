import { createEpisode, type Episode } from '../../../ts/types/episode.ts';
import { createStep } from '../../../ts/types/step.ts';
import type { TerminationReason } from '../../../ts/types/termination-reason.ts';
import { createTrajectory, type Trajectory } from '../../../ts/types/trajectory.ts';
import { describeError } from '../../../ts/workflow/error-details.ts';
import { Workflow } from '../../../ts/workflow/workflow.ts';
import { decodeNumber, expectsError, orError } from '../decode.ts';
import type { GoldenRecord, Topic } from '../topic.ts';

interface EncodedTrajectory {
  readonly name: string;
  readonly step_rewards: readonly unknown[];
  readonly last_step_has_chat: boolean;
}

interface Expected {
  readonly id: string;
  readonly is_correct: boolean;
  readonly termination_reason: string;
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly rewards: readonly unknown[];
  readonly step_rewards: readonly (readonly unknown[])[];
  readonly info_keys: readonly string[];
}

/** What a workflow makes of the trajectories that it collected. */
export const workflow: Topic = {
  name: 'workflow',

  run(record) {
    const expected = expectsError(record) ? { error: true } : expectedOf(record.expect as Expected);
    return { expected, actual: orError(() => compute(record)) };
  },
};

class Idle extends Workflow<unknown> {
  override async run(): Promise<void> {}
}

function compute(record: GoldenRecord): unknown {
  const idle = new Idle({
    rolloutEngine: { getModelResponse: () => Promise.reject(new Error('not asked')) },
    gamma: decodeNumber(record.gamma),
    rewardBonusCoeff: decodeNumber(record.reward_bonus_coeff),
  });
  idle.reset({ q: 1 }, 'task:0');
  const trajectories = (record.trajectories as EncodedTrajectory[]).map(toTrajectory);
  const reason = record.termination_reason as TerminationReason | null;
  const error = record.error === true ? describeError(new Error('m')) : undefined;
  return showEpisode(idle.postprocessEpisode(createEpisode({ trajectories }), reason, error));
}

function toTrajectory(encoded: EncodedTrajectory): Trajectory {
  const { name, step_rewards, last_step_has_chat } = encoded;
  const steps = step_rewards.map((reward) =>
    createStep({
      reward: decodeNumber(reward),
      chatCompletions: [{ role: 'user', content: 'x' }],
    }),
  );
  const last = steps.at(-1);
  if (last && !last_step_has_chat) last.chatCompletions = [];
  return createTrajectory({ name, steps });
}

function showEpisode({ id, trajectories, metadata, ...episode }: Episode): unknown {
  return {
    id,
    is_correct: episode.isCorrect,
    termination_reason: episode.terminationReason,
    metrics: Object.entries(episode.metrics),
    rewards: trajectories.map(({ reward }) => reward),
    step_rewards: trajectories.map(({ steps }) => steps.map(({ reward }) => reward)),
    info_keys: Object.keys(metadata).sort(),
  };
}

/** Whether the original's flag is Python's or NumPy's does not show: ours is a boolean always. */
function expectedOf(expect: Expected): unknown {
  return {
    id: expect.id,
    is_correct: expect.is_correct,
    termination_reason: expect.termination_reason,
    metrics: Object.entries(expect.metrics).map(([key, value]) => [key, decodeNumber(value)]),
    rewards: expect.rewards.map(decodeNumber),
    step_rewards: expect.step_rewards.map((rewards) => rewards.map(decodeNumber)),
    info_keys: expect.info_keys,
  };
}
