import { show } from '../../errors/show.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { decodeValue } from '../../trainer/checkpoint/decode-value.ts';
import { encodeValue } from '../../trainer/checkpoint/encode-value.ts';
import type { ModelSettings } from './local-fields.ts';

/** The policy's own bytes, and what model they are of. */
interface BackendState {
  readonly model: ModelSettings;
  readonly policy: Uint8Array;
}

export function packBackendState(state: BackendState): Uint8Array {
  return encodeValue(state, 'the state of the local backend');
}

/**
 * The policy's bytes, if they are of this model: with another seed or other characters it would take them, and answer
 * something else.
 *
 * @throws UpperhandError `invalid-state` for what `packBackendState` did not give, `checkpoint-mismatch` with all that
 *   differs
 */
export function unpackBackendState(bytes: Uint8Array, model: ModelSettings): Uint8Array {
  const saved = read(bytes);
  const differences = Object.entries(model).flatMap(([name, value]) => {
    const before = (saved.model as unknown as Record<string, unknown>)[name];
    return before === value ? [] : [`model.${name} was ${show(before)}, and is ${show(value)}`];
  });
  if (differences.length === 0) return saved.policy;
  throw new UpperhandError(
    'checkpoint-mismatch',
    `the state is of another model: ${differences.join('; ')}`,
  );
}

function read(bytes: Uint8Array): BackendState {
  try {
    const { model, policy } = decodeValue(bytes) as BackendState;
    if (typeof model === 'object' && model !== null && policy instanceof Uint8Array)
      return { model, policy };
  } catch (cause) {
    throw notOne(cause);
  }
  throw notOne();
}

function notOne(cause?: unknown): UpperhandError {
  return new UpperhandError(
    'invalid-state',
    'the state of a local backend must be what saveState gave, got bytes that cannot be read',
    cause === undefined ? undefined : { cause },
  );
}
