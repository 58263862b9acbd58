import { collectRewardAndAdvantageFromTrajectoryGroups } from '../../advantage/collect.ts';
import type { Run } from '../run.ts';

/** Stage 6: writes the advantages on the steps of the groups, and takes their metrics. */
export async function computeAdvantages({ backend, config, state, onWarning }: Run): Promise<void> {
  const { algorithm, transform } = config;
  const collect = (): void => {
    const metrics = collectRewardAndAdvantageFromTrajectoryGroups(
      state.trajectoryGroups ?? [],
      algorithm,
      { idSeparator: transform.idSeparator, onWarning, trackers: state.trackers },
    );
    Object.assign(state.metrics, metrics);
  };
  if (backend.computeAdvantages) await backend.computeAdvantages(state, algorithm, collect);
  else collect();
}
