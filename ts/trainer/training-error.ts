import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';

/**
 * What ended a run: the stage, hook or other member that failed is named, and `cause` is what it threw.
 *
 * @example
 * let failed = '';
 * try {
 *   throw new TrainingError('stage 7 (update policy)', 3, new Error('out of memory'));
 * } catch (error) {
 *   if (error instanceof TrainingError) failed = error.message;
 * }
 * failed; // 'stage 7 (update policy) failed at step 3: out of memory'
 */
export class TrainingError extends UpperhandError {
  override readonly name = 'TrainingError';
  /** `'stage 7 (update policy)'`, `'onBatchEnd'`, `'initRolloutEngine'`, … */
  readonly where: string;
  /** The step in work; 0 before the first. */
  readonly step: number;

  constructor(where: string, step: number, cause: unknown) {
    const at = step > 0 ? ` at step ${step}` : '';
    super('training-failed', `${where} failed${at}: ${describe(cause)}`, { cause });
    this.where = where;
    this.step = step;
  }
}

/** With what the cause itself was caused by, which a rollout that failed for good only names so. */
function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return show(cause);
  const { message, cause: deeper } = cause;
  // What is wrong with a file is said already, in other words than the system's.
  if (cause instanceof UpperhandError && cause.code === 'dataset-file') return message;
  return deeper instanceof Error && !message.includes(deeper.message)
    ? `${message} (${deeper.message})`
    : message;
}

/**
 * Does a part of a run, so that an error says which part it was.
 *
 * @throws TrainingError whatever the part throws, with its name
 */
export async function during<T>(
  where: string,
  state: { readonly globalStep: number },
  part: () => T | Promise<T>,
): Promise<T> {
  try {
    return await part();
  } catch (error) {
    // Told already, by a part of the part.
    throw error instanceof TrainingError
      ? error
      : new TrainingError(where, state.globalStep, error);
  }
}
