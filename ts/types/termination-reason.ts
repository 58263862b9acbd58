import { refuse } from '../errors/refuse.ts';

/** Why an episode ended, by the names that rLLM writes into files. */
export const TerminationReason = {
  MAX_PROMPT_LENGTH_EXCEEDED: 'max_prompt_length_exceeded',
  MAX_RESPONSE_LENGTH_EXCEEDED: 'max_response_length_exceeded',
  ENV_DONE: 'env_done',
  MAX_TURNS_EXCEEDED: 'max_turns_exceeded',
  TIMEOUT: 'timeout',
  UNKNOWN: 'unknown',
  ERROR: 'error',
  AGENT_SETUP_TIMEOUT: 'agent_setup_timeout',
  ENV_START_TIMEOUT: 'env_start_timeout',
  VERIFIER_TIMEOUT: 'verifier_timeout',
  GRADING_ERROR: 'grading_error',
  SANDBOX_ERROR: 'sandbox_error',
  MODEL_ERROR: 'model_error',
} as const;

export type TerminationReason = (typeof TerminationReason)[keyof typeof TerminationReason];

const reasons: ReadonlySet<string> = new Set(Object.values(TerminationReason));

/**
 * Reads a termination reason, exactly: case and spelling count.
 *
 * @throws UpperhandError `invalid-argument` that lists the known reasons.
 */
export function parseTerminationReason(value: unknown): TerminationReason {
  if (typeof value === 'string' && reasons.has(value)) return value as TerminationReason;
  return refuse('termination reason', `one of ${[...reasons].join(', ')}`, value);
}
