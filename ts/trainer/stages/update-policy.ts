import type { Run } from '../run.ts';

/** Stage 7: the backend changes the weights; answers from now on come from the next version. */
export async function updatePolicy({ backend, rolloutEngine, state }: Run): Promise<void> {
  await backend.updatePolicy(state);
  state.weightVersion++;
  rolloutEngine.weightVersion = state.weightVersion;
}
