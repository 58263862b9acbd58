import { checkState } from './check-state.ts';
import { placeOf, type Run } from './run.ts';
import { computeAdvantages } from './stages/compute-advantages.ts';
import { generateEpisodes } from './stages/generate-episodes.ts';
import { processBatch } from './stages/process-batch.ts';
import { rejectGroups } from './stages/reject-groups.ts';
import { showLastSteps } from './stages/show-last-steps.ts';
import { transformBatch } from './stages/transform-batch.ts';
import { transformToGroups } from './stages/transform-to-groups.ts';
import { updatePolicy } from './stages/update-policy.ts';
import { STAGES } from './train-progress.ts';
import { during } from './training-error.ts';

/**
 * One step: tasks become episodes, episodes groups, groups a batch of the backend's, and the batch an update. Without
 * episodes, or when no group is left to train on, it ends early; the step counts all the same.
 *
 * @throws TrainingError with the number and the name of the stage
 */
export async function trainStep(run: Run, tasks: readonly unknown[]): Promise<void> {
  const { state } = run;
  run.engine.setTrainingStep(state.globalStep, 'train', state.epoch);

  await stage(run, 1, () => generateEpisodes(run, tasks));
  if (!state.hasEpisodes) return;
  await stage(run, 2, () => transformToGroups(run));
  await stage(run, 3, () => rejectGroups(run));
  if (!state.hasTrajectoryGroups) return;
  await stage(run, 4, () => transformBatch(run));
  await stage(run, 5, () => processBatch(run));
  await stage(run, 6, () => computeAdvantages(run));
  await stage(run, 7, () => updatePolicy(run));
  await stage(run, 8, () => showLastSteps(run));
}

async function stage(
  run: Run,
  number: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8,
  work: () => void | Promise<void>,
): Promise<void> {
  const name = STAGES[number - 1] as (typeof STAGES)[number];
  run.report({ type: 'stage', stage: name, ...placeOf(run.state) });
  await during(`stage ${number} (${name})`, run.state, async () => {
    await work();
    checkState(run.state);
  });
}
