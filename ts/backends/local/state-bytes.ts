import { UpperhandError } from '../../errors/upperhand-error.ts';
import { crc32c } from '../../tracking/tensorboard/crc32c.ts';

/** What a policy goes on from. */
export interface PolicyState {
  /** As the policy exports it. */
  readonly state: Uint8Array;
  readonly reference: Float32Array | null;
}

/**
 * `UHLP`, the version of this layout, the length of `state`, and the CRC-32C of all that follows; little-endian. At the end
 * the checksum would make that of a checkpoint around it blind: all bytes that end with their own CRC have the same one.
 */
const MAGIC = 0x504c4855;
const VERSION = 2;
const HEAD = 16;
const CHECKSUM = 12;

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
  view.setUint32(CHECKSUM, crc32c(bytes.subarray(HEAD)), true);
  return bytes;
}

/**
 * @throws UpperhandError `invalid-state` for bytes that `packState` did not make for so many parameters, and for a
 *   reference that is no numbers
 */
export function unpackState(bytes: Uint8Array, parameterCount: number): PolicyState {
  if (!(bytes instanceof Uint8Array)) throw damaged('no bytes');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEAD || view.getUint32(0, true) !== MAGIC)
    throw damaged('bytes of another kind');
  const version = view.getUint32(4, true);
  if (version !== VERSION) throw damaged(`layout ${version}, and this knows ${VERSION}`);
  if (view.getUint32(CHECKSUM, true) !== crc32c(bytes.subarray(HEAD)))
    throw damaged('bytes whose checksum is another one: they were cut off or changed');
  const begin = HEAD + view.getUint32(8, true);
  const rest = bytes.length - begin;
  if (rest !== 0 && rest !== 4 * parameterCount)
    throw damaged(
      `a reference of ${rest} bytes, where ${parameterCount} parameters have ${4 * parameterCount}`,
    );
  const state = new Uint8Array(bytes.subarray(HEAD, begin));
  if (rest === 0) return { state, reference: null };
  const reference = Float32Array.from({ length: parameterCount }, (_, i) =>
    view.getFloat32(begin + 4 * i, true),
  );
  const strange = reference.findIndex((value) => !Number.isFinite(value));
  if (strange >= 0) throw damaged(`${reference[strange]} in the reference, at ${strange}`);
  return { state, reference };
}

function damaged(came: string): UpperhandError {
  return new UpperhandError(
    'invalid-state',
    `the state of a local policy must be what saveState gave, got ${came}`,
  );
}
