import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { Run } from '../run.ts';

/** Stage 5: the backend adds what the update needs: log-probabilities, a reference model's, … */
export async function processBatch({ backend, state }: Run): Promise<void> {
  await backend.processBackendBatch(state);
  if (!state.hasBackendBatch) {
    throw new UpperhandError(
      'invalid-argument',
      `state.backendBatch must be a batch after processBackendBatch of backend ${backend.name}, got ${state.backendBatch}`,
    );
  }
}
