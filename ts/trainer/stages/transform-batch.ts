import type { Run } from '../run.ts';

/** Stage 4: the backend makes its own batch of the groups. */
export async function transformBatch({ backend, state }: Run): Promise<void> {
  state.backendBatch = await backend.transformToBackendBatch(state);
}
