import { type BatchSource, nameErrors } from './batch-source.ts';
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
    run.engine.setTrainingStep(state.globalStep, 'val', state.epoch);
    const metrics = await playAll(run, batches);
    if (metrics)
      await run.tracking.log(metrics, { step: state.globalStep, episodes: [], groups: [] });
    await callHook(run, 'onValidationEnd');
    if (metrics) run.report({ type: 'validation', metrics, ...placeOf(state) });
    return metrics;
  } finally {
    state.isTraining = wasTraining;
  }
}

/** Null when the run was told to stop before the set was through. */
async function playAll(run: Run, batches: BatchSource): Promise<Record<string, number> | null> {
  const { state } = run;
  const begun = performance.now();
  const tally = new ValidationTally(run);
  let firstTask = 0;
  for await (const tasks of nameErrors('reading the next validation batch', state, batches)) {
    if (run.isStopped()) return null;
    const episodes = await during('validation (generate episodes)', state, () =>
      playTasks(run, tasks, { mode: 'val', firstTask }),
    );
    await during('validation (transform to groups)', state, () =>
      tally.add(episodes, groupEpisodes(run, episodes).groups),
    );
    firstTask += tasks.length;
  }
  const seconds = (performance.now() - begun) / 1000;
  return during('validation (metrics)', state, () => tally.metrics(seconds));
}
