import { fieldIn } from '../../config/field-names.ts';
import { applyRejectionSamplingAndFiltering } from '../../grouping/reject-samples.ts';
import { resetRejectionState } from '../../grouping/rejection-state.ts';
import type { Run } from '../run.ts';

/**
 * Stage 3: drops groups that are too small or, with `dropUniform`, uniform, and in mode `'episode'` holds groups back until enough tasks were solved
 * in part. What was gathered is forgotten once it is released, so that no group is trained on twice; the other mode
 * gathers nothing but counts, which are of the batch.
 */
export function rejectGroups(run: Run): void {
  const { config, state, dropUniform } = run;
  const { multiplier: _, ...rejection } = config.rejectionSampling;
  warnOfSmallGroups(run);
  const { groups, episodes, metrics } = applyRejectionSamplingAndFiltering(
    state.episodes ?? [],
    state.trajectoryGroups ?? [],
    rejection,
    state.rsState,
    { ...config.transform, ...(dropUniform && { dropUniform }) },
  );
  state.trajectoryGroups = groups;
  state.episodes = episodes;
  Object.assign(state.metrics, metrics);
  if (groups.length > 0 || rejection.mode !== 'episode') resetRejectionState(state.rsState);
}

/** With one rollout a task a run would train nothing from its first step to its last. */
function warnOfSmallGroups({ config, state, onWarning }: Run): void {
  const { minTrajsPerGroup } = config.rejectionSampling;
  const groups = state.trajectoryGroups ?? [];
  const isTrained = groups.some(({ trajectories }) => trajectories.length >= minTrajsPerGroup);
  if (isTrained || groups.length === 0) return;
  const smallest = fieldIn(
    config,
    'rejection_sample.min_trajs_per_group',
    'rejectionSampling.minTrajsPerGroup',
  );
  onWarning({
    kind: 'groups-too-small',
    message: `step ${state.globalStep} trains on none of its ${groups.length} groups, all smaller than ${smallest}, ${minTrajsPerGroup}; ${fieldIn(config, 'rollout.n', 'rollout.n')} is ${config.rollout.n}`,
  });
}
