import { namingOf } from '../config/field-names.ts';
import { type BatchSource, nameErrors } from './batch-source.ts';
import { callHook } from './call-hook.ts';
import { anewAdvice } from './resume-advice.ts';
import { placeOf, type Run } from './run.ts';
import type { TrainResult } from './train-result.ts';
import { trainStep } from './train-step.ts';
import { during } from './training-error.ts';
import { validate } from './validate.ts';

/** What the loop did. */
export type LoopResult = Pick<
  TrainResult,
  'steps' | 'epochs' | 'stopReason' | 'metrics' | 'valMetrics'
>;

/**
 * The training itself, from the validation before it to the one after it. `state.globalStep` is the step in work
 * (when an epoch starts: the one to come), and the last one that was done in validation, when an epoch ends, and at
 * the end.
 *
 * @throws TrainingError with the stage or the hook that failed; no hook is called after that
 */
export async function trainLoop(run: Run): Promise<LoopResult> {
  const { state } = run;
  const { valBeforeTrain, valOnly, testFreq, totalEpochs } = run.config.trainer;
  const first = state.globalStep;
  let epochs = 0;
  let stop: LoopResult['stopReason'] | null = null;
  let metrics: LoopResult['metrics'] = {};
  let valMetrics: LoopResult['valMetrics'] = null;
  const check = async (): Promise<void> => {
    valMetrics = (await validate(run)) ?? valMetrics;
  };
  const result = (stopReason: LoopResult['stopReason']): LoopResult => ({
    steps: state.globalStep - first,
    epochs,
    stopReason,
    metrics,
    valMetrics,
  });

  const { checkpoints, engine } = run;
  // One that goes on was validated before it began.
  if (valBeforeTrain && (valOnly || (checkpoints?.resumedFrom ?? null) === null)) await check();
  if (valBeforeTrain && valOnly) return result(run.isStopped() ? 'aborted' : 'val-only');
  const loader = await during('making the training batches', state, () => run.trainBatches());
  await during('resuming', state, () => checkpoints?.placeLoader(loader));
  state.totalSteps = totalSteps(run, loader);
  run.report({ type: 'start', ...placeOf(state) });
  stop = whyStop(run);
  if (!stop && checkpoints?.owesValidation) {
    await check();
    stop = whyStop(run);
  }
  for (let epoch = loader.epoch ?? 0; !stop && epoch < totalEpochs; epoch++) {
    epochs++;
    state.epoch = epoch;
    state.globalStep++;
    await callHook(run, 'onEpochStart');
    state.globalStep--;
    stop = whyStop(run);
    // Not asked for a batch that nobody would train on: a loader's place is behind what it handed out.
    const batches = stop ? [] : nameErrors('reading the next batch', state, loader);
    let isEmpty = !stop;
    for await (const tasks of batches) {
      isEmpty = false;
      state.globalStep++;
      await doStep(run, tasks);
      metrics = state.metrics;
      stop = whyStop(run);
      if (!stop && testFreq > 0 && state.globalStep % testFreq === 0) {
        await check();
        stop = whyStop(run);
      }
      await checkpoints?.saveIfDue(loader, engine.store);
      if (stop) break;
    }
    if (isEmpty) warnOfNoBatches(run, epoch);
    await callHook(run, 'onEpochEnd');
  }
  await checkpoints?.saveLast(loader, engine.store);
  if (testFreq > 0 && run.doneAt !== state.globalStep) await check();
  warnOfHeldBack(run);
  if (epochs === 0 && first > 0 && stop !== 'aborted') warnOfNothing(run);
  return result(stop ?? 'epochs');
}

async function doStep(run: Run, tasks: readonly unknown[]): Promise<void> {
  const { state } = run;
  state.resetBatch();
  await callHook(run, 'onBatchStart');
  const begun = performance.now();
  await trainStep(run, tasks);
  const seconds = (performance.now() - begun) / 1000;
  state.timingDict.step = seconds;
  await callHook(run, 'onBatchEnd');
  const { metrics, episodes, trajectoryGroups } = state;
  const tracked = {
    step: state.globalStep,
    episodes: episodes ?? [],
    groups: trajectoryGroups ?? [],
  };
  await run.tracking.log(metrics, tracked);
  await during('onStep', state, () => run.onStep?.(metrics, tracked));
  run.report({ type: 'step', seconds, metrics, ...placeOf(state) });
}

function whyStop(run: Run): LoopResult['stopReason'] | null {
  const { totalBatches } = run.config.trainer;
  if (totalBatches > 0 && run.state.globalStep >= totalBatches) return 'total-batches';
  return run.isStopped() ? 'aborted' : null;
}

function totalSteps({ config }: Run, { length = 0 }: BatchSource): number {
  const { totalBatches, totalEpochs } = config.trainer;
  return totalBatches > 0 ? totalBatches : length * totalEpochs;
}

/** What can be iterated only once, like a generator, has nothing for a second epoch. */
function warnOfNoBatches({ onWarning }: Run, epoch: number): void {
  onWarning({
    kind: 'empty-epoch',
    message: `the loader had no batches for epoch ${epoch} (from 0), so nothing was trained in it`,
  });
}

/** A script that is started again goes on where it ended, which looks like a run that does nothing. */
function warnOfNothing({ config, state, onWarning }: Run): void {
  onWarning({
    kind: 'nothing-to-train',
    message: `nothing was trained: step ${state.globalStep} was the last one; ${anewAdvice(namingOf(config))}`,
  });
}

/** Mode `'episode'` may still wait for tasks solved in part when the data ends. */
function warnOfHeldBack({ state, onWarning }: Run): void {
  const { accumulatedGroups, accumulatedEpisodes } = state.rsState;
  if (accumulatedEpisodes.length === 0) return;
  onWarning({
    kind: 'groups-held-back',
    message: `rejection sampling still held back ${accumulatedGroups.length} groups of ${accumulatedEpisodes.length} episodes when the run ended: too few tasks were solved in part, and nothing was trained on them`,
  });
}
