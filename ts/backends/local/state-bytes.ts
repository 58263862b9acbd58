import { UpperhandError } from '../../errors/upperhand-error.ts';

/** What a policy goes on from. */
export interface PolicyState {
  /** As the policy exports it. */
  readonly state: Uint8Array;
  readonly reference: Float32Array | null;
}

/** `UHLP`, the version of this layout, and the length of `state`; little-endian. */
const MAGIC = 0x504c4855;
const VERSION = 1;
const HEAD = 12;

/** One piece of bytes: head, state, reference. */
export function packState({ state, reference }: PolicyState): Uint8Array {
  const bytes = new Uint8Array(HEAD + state.length + (reference?.byteLength ?? 0));
  const view = new DataView(bytes.buffer);
  [MAGIC, VERSION, state.length].forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  bytes.set(state, HEAD);
  reference?.forEach((value, i) => {
    view.setFloat32(HEAD + state.length + 4 * i, value, true);
  });
  return bytes;
}

/** @throws UpperhandError `invalid-state` for bytes that `packState` did not make for so many parameters */
export function unpackState(bytes: Uint8Array, parameterCount: number): PolicyState {
  if (!(bytes instanceof Uint8Array)) throw damaged('no bytes');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEAD || view.getUint32(0, true) !== MAGIC)
    throw damaged('bytes of another kind');
  const version = view.getUint32(4, true);
  if (version !== VERSION) throw damaged(`layout ${version}, and this knows ${VERSION}`);
  const end = HEAD + view.getUint32(8, true);
  const rest = bytes.length - end;
  if (rest !== 0 && rest !== 4 * parameterCount)
    throw damaged(`${bytes.length} bytes, which is too short or of another config`);
  const state = bytes.slice(HEAD, end);
  if (rest === 0) return { state, reference: null };
  const reference = Float32Array.from({ length: parameterCount }, (_, i) =>
    view.getFloat32(end + 4 * i, true),
  );
  return { state, reference };
}

function damaged(came: string): UpperhandError {
  return new UpperhandError(
    'invalid-state',
    `the state of a local policy must be what saveState gave, got ${came}`,
  );
}
