import type { Backend } from './backend.ts';
import type { TrainerState } from './trainer-state.ts';
import { during } from './training-error.ts';

type Hook =
  | 'onTrainStart'
  | 'onTrainEnd'
  | 'onEpochStart'
  | 'onEpochEnd'
  | 'onBatchStart'
  | 'onBatchEnd'
  | 'onValidationStart'
  | 'onValidationEnd';

/**
 * Calls a hook of the backend's, if it has it.
 *
 * @returns what the hook gave
 * @throws TrainingError with the name of the hook
 */
export function callHook(
  { backend, state }: { readonly backend: Backend; readonly state: TrainerState },
  hook: Hook,
): Promise<unknown> {
  return during(hook, state, () => backend[hook]?.(state));
}
