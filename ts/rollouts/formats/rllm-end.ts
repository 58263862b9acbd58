import type { RolloutFacts } from '../row.ts';

/** What rLLM's reason for the end of an episode says of it. */
export function rllmEnd(reason: unknown): RolloutFacts {
  if (typeof reason !== 'string') return {};
  return {
    termination: reason,
    ...(/error|timeout/.test(reason) && { failed: true }),
    ...(/exceeded/.test(reason) && { truncated: true }),
  };
}
