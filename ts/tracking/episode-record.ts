import type { Episode } from '../types/episode.ts';
import type { Step } from '../types/step.ts';
import type { Trajectory } from '../types/trajectory.ts';
import type { EpisodeBatch } from './episode-sink.ts';

/**
 * An episode as its file has it, with the keys of rLLM in its order. Token ids, log-probabilities and advantages are
 * not in it.
 */
export function episodeRecord(
  episode: Episode,
  { step, epoch }: EpisodeBatch,
  taskHash: string,
): Record<string, unknown> {
  return {
    training_step: step,
    epoch,
    episode_id: episode.id,
    session_id: episode.sessionId,
    task: episode.task ?? null,
    task_hash: taskHash,
    is_correct: episode.isCorrect,
    termination_reason: episode.terminationReason,
    metrics: episode.metrics,
    metadata: episode.metadata,
    timing: timingOf(episode),
    trajectories: episode.trajectories.map(trajectoryRecord),
  };
}

function trajectoryRecord(trajectory: Trajectory): Record<string, unknown> {
  return {
    name: trajectory.name,
    uid: trajectory.uid,
    reward: trajectory.reward,
    num_steps: trajectory.steps.length,
    timing: timingOf(trajectory),
    steps: trajectory.steps.map(stepRecord),
  };
}

function stepRecord(step: Step): Record<string, unknown> {
  return {
    observation: step.observation ?? null,
    thought: step.thought,
    action: step.action ?? null,
    reward: step.reward,
    done: step.done,
    model_response: step.modelResponse,
    chat_completions: step.chatCompletions,
    timing: timingOf(step),
  };
}

function timingOf({ metadata }: { readonly metadata: Record<string, unknown> }): unknown {
  return metadata.timing ?? {};
}
