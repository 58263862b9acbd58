import { callHook } from './call-hook.ts';
import { playTasks } from './play-tasks.ts';
import { placeOf, type Run } from './run.ts';
import { groupEpisodes } from './stages/transform-to-groups.ts';
import { during } from './training-error.ts';
import { ValidationTally } from './validation-tally.ts';

/**
 * Plays the validation set, with `rollout.n_val` attempts at each task, and gives its metrics to the trackers. Nothing
 * is rejected and nothing is trained.
 *
 * There are no metrics without a validation set, when the backend's `onValidationStart` gives false, and when the run is
 * told to stop: a validation that was cut short would be about other tasks than the ones before it.
 *
 * @returns the metrics (see {@link ValidationTally}), or null
 * @throws TrainingError
 */
export async function validate(run: Run): Promise<Record<string, number> | null> {
  const { state } = run;
  if (run.isStopped()) return null;
  const batches = await during('making the validation batches', state, () => run.valBatches());
  if (!batches) return null;
  const wasTraining = state.isTraining;
  try {
    if ((await callHook(run, 'onValidationStart')) === false) return null;
    state.isTraining = false;
    const begun = performance.now();
    run.engine.setTrainingStep(state.globalStep, 'val', state.epoch);
    const tally = await during('validation', state, () => playAll(run, batches));
    const seconds = (performance.now() - begun) / 1000;
    const metrics = tally ? tally.metrics(seconds) : null;
    if (metrics) {
      await run.tracking.log(metrics, { step: state.globalStep, episodes: [], groups: [] });
      run.report({ type: 'validation', seconds, metrics, ...placeOf(state) });
    }
    await callHook(run, 'onValidationEnd');
    return metrics;
  } finally {
    state.isTraining = wasTraining;
  }
}

/** Null when the run was told to stop before the set was through. */
async function playAll(
  run: Run,
  batches: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>,
): Promise<ValidationTally | null> {
  const tally = new ValidationTally(run);
  let firstTask = 0;
  for await (const tasks of batches) {
    if (run.isStopped()) return null;
    const episodes = await playTasks(run, tasks, { mode: 'val', firstTask });
    tally.add(episodes, groupEpisodes(run, episodes).groups);
    firstTask += tasks.length;
  }
  return tally;
}
