import { parseTerminationReason, type TerminationReason } from '../types/termination-reason.ts';

/**
 * Thrown by a workflow to end its rollout with a reason. That is no failure, and is not retried, unless the reason is
 * `'error'`.
 *
 * Source: rLLM's `TerminationEvent`.
 *
 * @throws UpperhandError `invalid-argument` for a reason that is not known
 * @example
 * let reason = '';
 * try {
 *   throw new TerminationEvent('max_turns_exceeded');
 * } catch (error) {
 *   if (error instanceof TerminationEvent) reason = error.reason;
 * }
 * reason; // 'max_turns_exceeded'
 */
export class TerminationEvent extends Error {
  override readonly name = 'TerminationEvent';
  readonly reason: TerminationReason;

  constructor(reason: TerminationReason = 'unknown') {
    super(`Terminated: ${parseTerminationReason(reason)}`);
    this.reason = reason;
  }
}

/** Why a rollout ended that threw this, whatever it is: what cannot be read, or has no known reason, is an error. */
export function reasonOf(thrown: unknown): TerminationReason {
  try {
    return thrown instanceof TerminationEvent ? parseTerminationReason(thrown.reason) : 'error';
  } catch {
    return 'error';
  }
}
