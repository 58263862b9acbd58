import type { Backend, BackendHook } from './backend.ts';
import { checkState } from './check-state.ts';
import type { TrainerState } from './trainer-state.ts';
import { during } from './training-error.ts';

/**
 * Calls a hook of the backend's, if it has it. What it left of the state is checked, unless the run is over.
 *
 * @returns what the hook gave
 * @throws TrainingError with the name of the hook, also for a state that the run cannot go on with
 */
export function callHook(
  { backend, state }: { readonly backend: Backend; readonly state: TrainerState },
  hook: BackendHook,
): Promise<unknown> {
  return during(hook, state, async () => {
    const given = await backend[hook]?.(state);
    if (hook !== 'onTrainEnd') checkState(state);
    return given;
  });
}
