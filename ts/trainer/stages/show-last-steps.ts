import { taskOrder } from '../../datasets/task-order.ts';
import { describeLastStep } from '../describe-last-step.ts';
import type { Run } from '../run.ts';

const SHOWN = 2;

/**
 * Stage 8: shows people the last step of one trajectory in each of up to two groups, if the backend can turn tokens
 * into text. Which ones is drawn from the seed of the data and the step, so that equal runs show the same.
 */
export function showLastSteps({ backend, config, state, print }: Run): void {
  const { tokenizer } = backend;
  if (!tokenizer) return;
  const groups = state.trajectoryGroups ?? [];
  const { seed } = config.data;
  for (const g of taskOrder(groups.length, seed, state.globalStep).slice(0, SHOWN)) {
    const group = groups[g];
    if (!group) continue;
    const [t = 0] = taskOrder(group.trajectories.length, seed, state.globalStep);
    const shown = describeLastStep(group, t, tokenizer);
    if (shown !== null) print(shown);
  }
}
