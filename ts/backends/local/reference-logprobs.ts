import { refuse } from '../../errors/refuse.ts';
import type { Step } from '../../types/step.ts';
import type { TrajectoryGroup } from '../../types/trajectory-group.ts';
import type { LocalBatch } from './local-batch.ts';

/**
 * Log-probabilities of all response tokens under the reference, trajectory after trajectory, as estimators take them.
 *
 * @throws UpperhandError `invalid-argument` for a step with response tokens that is in no row, as one without
 *   log-probabilities
 */
export function referenceLogprobsOf(
  groups: readonly TrajectoryGroup[],
  { rows, reference }: LocalBatch,
): Float64Array {
  const places = new Map<Step, { readonly row: number; readonly start: number }>();
  rows.forEach(({ answers }, row) => {
    for (const { step, start } of answers) places.set(step, { row, start });
  });
  const found: number[] = [];
  for (const { trajectories } of groups)
    for (const { uid, steps } of trajectories)
      for (const [s, step] of steps.entries()) {
        const { length } = step.responseIds;
        if (length === 0) continue;
        const place = places.get(step);
        const logprobs = place && reference?.[place.row];
        if (!logprobs)
          return refuse(
            `logprobs of step ${s} of trajectory ${uid}`,
            'there, and promptIds, for an estimator that compares with the reference',
            step.logprobs,
          );
        for (let t = place.start; t < place.start + length; t++) found.push(logprobs[t] as number);
      }
  return Float64Array.from(found);
}
