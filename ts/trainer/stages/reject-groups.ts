import { applyRejectionSamplingAndFiltering } from '../../grouping/reject-samples.ts';
import { resetRejectionState } from '../../grouping/rejection-state.ts';
import type { Run } from '../run.ts';

/**
 * Stage 3: drops groups that are too small or, with `dropUniform`, uniform, and in mode `'episode'` holds groups back until enough tasks were solved
 * in part. What was gathered is forgotten once it is released, so that no group is trained on twice; the other mode
 * gathers nothing but counts, which are of the batch.
 */
export function rejectGroups({ config, state, dropUniform }: Run): void {
  const { multiplier: _, ...rejection } = config.rejectionSampling;
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
