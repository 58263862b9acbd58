import { createEpisode, type Episode } from '../types/episode.ts';
import type { TerminationReason } from '../types/termination-reason.ts';
import type { AttemptSettings } from './attempt-settings.ts';
import { copyData } from './copy-data.ts';
import { ended } from './ended.ts';
import { describeError } from './error-details.ts';
import { toEpisode, trajectoryOf } from './function-result.ts';
import { runOwned } from './leak-guard.ts';
import { RolloutContext } from './rollout-context.ts';
import type { RunAttempt } from './rollout-executor.ts';
import { type Outcome, settle } from './settle.ts';
import { reasonOf } from './termination-event.ts';
import type { WorkflowFunction } from './workflow-input.ts';

/**
 * Plays rollouts with a workflow function, each with a copy of its task and a context of its own.
 *
 * One that ends without a result (it throws, or takes too long) was not scored. It has no trajectories, since missing
 * rewards and given ones cannot be compared in one group; what its agents recorded is kept in
 * `artifacts.unscored_trajectories`.
 */
export function functionAttempts<Task>(
  workflow: WorkflowFunction<Task>,
  { rolloutEngine, store, rollout, known, onLeak }: AttemptSettings,
): RunAttempt<Task> {
  return async (job, controller) => {
    const { taskId, rolloutIdx, uid, isValidation } = job;
    const params = (isValidation ? rollout.val : rollout.train) ?? {};
    const { signal } = controller;
    const context = new RolloutContext({
      rolloutEngine,
      params,
      taskId,
      rolloutIdx,
      uid,
      isValidation,
      signal,
      store,
    });
    const owner = { leaked: (reason: unknown) => onLeak(uid, reason) };
    const outcome = await runOwned(owner, () =>
      settle(() => workflow(copyData(job.task), context), known.timeout, controller),
    );
    try {
      return finish(episodeOf(outcome, context), context, job.task);
    } catch (error) {
      // It spoilt its own context.
      return ended('error', error);
    }
  };
}

function episodeOf(outcome: Outcome<unknown>, context: RolloutContext): Episode {
  if (outcome.kind === 'timeout') return unscored('timeout', context);
  try {
    // Clients of the model's API throw errors of their own for what the engine threw.
    if (outcome.kind === 'error') throw context.ending ?? outcome.error;
    return toEpisode(outcome.value, context);
  } catch (error) {
    const reason = reasonOf(error);
    const episode = unscored(reason, context);
    if (reason === 'error') episode.metadata.error = describeError(error);
    return episode;
  }
}

function unscored(reason: TerminationReason, { agents, metrics }: RolloutContext): Episode {
  const recorded = agents.filter(({ steps }) => steps.length > 0);
  return createEpisode({
    terminationReason: reason,
    metrics: { ...metrics },
    artifacts:
      recorded.length === 0
        ? {}
        : { unscored_trajectories: recorded.map((agent) => trajectoryOf(agent, null)) },
  });
}

function finish(episode: Episode, { agents, timing }: RolloutContext, task: unknown): Episode {
  for (const trajectory of episode.trajectories) trajectory.task ??= task;
  const { metadata } = episode;
  metadata.timing ??= timing.finish();
  const lost = agents.flatMap(({ name, lost }) => (lost === null ? [] : [[name, lost]]));
  if (lost.length > 0) metadata.lost_requests = Object.fromEntries(lost);
  return episode;
}
