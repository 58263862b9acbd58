import { collectRewardAndAdvantageFromTrajectoryGroups } from '../../advantage/collect.ts';
import type { EstimatorInputs } from '../../estimators/estimator-input.ts';
import { namesOfInputs } from '../../estimators/given-inputs.ts';
import type { TrajectoryGroup } from '../../types/trajectory-group.ts';
import type { Run } from '../run.ts';

/** Stage 6: writes the advantages on the steps of the groups, and takes their metrics. */
export async function computeAdvantages(run: Run): Promise<void> {
  const { backend, config, state, onWarning } = run;
  const { algorithm, transform } = config;
  const collect = (): void => {
    const metrics = collectRewardAndAdvantageFromTrajectoryGroups(
      state.trajectoryGroups ?? [],
      algorithm,
      {
        idSeparator: transform.idSeparator,
        onWarning,
        trackers: state.trackers,
        inputs: inputsOf(run),
      },
    );
    Object.assign(state.metrics, metrics);
  };
  if (backend.computeAdvantages) await backend.computeAdvantages(state, algorithm, collect);
  else collect();
}

/** What the backend gives of the batch in work. */
function inputsOf({ backend: { estimatorInputs = {} }, state }: Run): EstimatorInputs {
  const named = namesOfInputs(estimatorInputs).map((name) => [
    name,
    (groups: readonly TrajectoryGroup[]) => estimatorInputs[name]?.(groups, state),
  ]);
  return Object.fromEntries(named);
}
