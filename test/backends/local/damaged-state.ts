// What can be wrong with the bytes of a local policy in a checkpoint whose own checksums are all right.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32c } from '../../../ts/tracking/tensorboard/crc32c.ts';
import { checkpointFiles, readCheckpoint } from '../../../ts/trainer/checkpoint/checkpoint.ts';
import { decodeValue } from '../../../ts/trainer/checkpoint/decode-value.ts';
import { encodeValue } from '../../../ts/trainer/checkpoint/encode-value.ts';
import { BIN, type Case, type Harm, JSON_FILE } from '../../trainer/checkpoint/damage/harms.ts';

/** Where things are in what `saveState` of a policy gives: its head, the policy's own head, parameters and moments. */
const HEAD = 16;
const OWN_HEAD = 40;
type Count = (bytes: Buffer) => number;
const stateLength: Count = (bytes) => bytes.readUInt32LE(8);
const parameters: Count = (bytes) => (stateLength(bytes) - OWN_HEAD - 8) / 12;
const inState =
  (word: number): Count =>
  () =>
    HEAD + 4 * word;
const inVector =
  (vector: number, part: number): Count =>
  (bytes) =>
    HEAD + OWN_HEAD + 4 * (vector * parameters(bytes) + Math.floor(part * parameters(bytes)));
const sumOfState: Count = (bytes) => HEAD + stateLength(bytes) - 8;
const reference: Count = (bytes) => HEAD + stateLength(bytes);

interface BackendState {
  readonly model: Readonly<Record<string, unknown>>;
  readonly policy: Uint8Array;
}

/** The checkpoint written anew with other bytes of the backend; all of its checksums are right. */
const withBytes = (change: (bytes: Uint8Array) => Uint8Array): Harm => {
  return (folder) => {
    const [bin, json] = [join(folder, BIN), join(folder, JSON_FILE)];
    const files = { checkpoint: readFileSync(bin), description: readFileSync(json) };
    const checkpoint = readCheckpoint(files, folder);
    const made = checkpointFiles({ ...checkpoint, backend: change(checkpoint.backend) });
    writeFileSync(bin, made['checkpoint.bin'] as Uint8Array);
    writeFileSync(json, made['checkpoint.json'] as Uint8Array);
  };
};
const withState = (change: (state: BackendState) => object): Harm =>
  withBytes((bytes) => encodeValue(change(decodeValue(bytes) as BackendState), 'state'));
const withPolicy = (change: (bytes: Buffer) => Uint8Array): Harm =>
  withState(({ model, policy }) => ({
    model,
    policy: new Uint8Array(change(Buffer.from(policy))),
  }));
const withModel = (change: Readonly<Record<string, unknown>>): Harm =>
  withState(({ model, policy }) => ({ model: { ...model, ...change }, policy }));

const cut = (length: Count): Harm => withPolicy((bytes) => bytes.subarray(0, length(bytes)));
const flip = (at: Count): Harm =>
  withPolicy((bytes) => {
    bytes[at(bytes)] = (bytes[at(bytes)] as number) ^ 0x04;
    return bytes;
  });

/** Written anew, with its checksum. */
const summed = (bytes: Uint8Array): Uint8Array => {
  const made = Buffer.from(bytes);
  made.writeUInt32LE(crc32c(made.subarray(HEAD)), 12);
  return made;
};
/** The policy's own checksum too: FNV-1a over words. */
const summedInside = (bytes: Buffer): Uint8Array => {
  let sum = 0xcbf29ce484222325n;
  for (let at = HEAD; at < sumOfState(bytes); at += 4)
    sum = BigInt.asUintN(64, (sum ^ BigInt(bytes.readUInt32LE(at))) * 0x100000001b3n);
  bytes.writeBigUInt64LE(sum, sumOfState(bytes));
  return summed(bytes);
};
const word = (at: Count, value: number): Harm =>
  withPolicy((bytes) => {
    bytes.writeUInt32LE(value, at(bytes));
    return summedInside(bytes);
  });
const float = (at: Count, value: number, sum = summedInside): Harm =>
  withPolicy((bytes) => {
    bytes.writeFloatLE(value, at(bytes));
    return sum(bytes);
  });

const UNREAD = /the state of a local backend must be what saveState gave, got bytes that cannot/;
const CHANGED = /checksum is another one: they were cut off or changed/;
const DAMAGED = /importState: the state is damaged, or not one of a policy/;
const OTHER = /importState: the state is of a policy with another config/;
/** Those before it are of that model, too. */
const OTHER_MODEL =
  /There is none before it that could be resumed; trainer: \{ resumeMode: 'disable' \} starts anew$/;

export const DAMAGED_STATES: readonly Case[] = [
  ['no bytes of the backend', withBytes(() => new Uint8Array()), UNREAD],
  ['bytes of anything', withBytes((bytes) => bytes.map((_, i) => i)), UNREAD],
  ['the bytes of the backend cut', withBytes((bytes) => bytes.subarray(0, -9)), UNREAD],
  ['a value that is none of the backend', withBytes(() => encodeValue({ logits: 1 }, '')), UNREAD],
  ['a policy without its model', withState(({ policy }) => ({ policy })), UNREAD],
  ['a model without its policy', withState(({ model }) => ({ model })), UNREAD],
  ['a policy that is text', withState(({ model }) => ({ model, policy: 'x' })), UNREAD],
  // Cut at every boundary.
  ['the policy cut to nothing', cut(() => 0), /got bytes of another kind/],
  ['the policy cut in its head', cut(() => 6), /got bytes of another kind/],
  ['the policy cut behind its head', cut(() => HEAD), CHANGED],
  ['the policy cut in its sizes', cut(() => HEAD + 20), CHANGED],
  ['the policy cut before its parameters', cut(inVector(0, 0)), CHANGED],
  ['the policy cut in its parameters', cut(inVector(0, 0.5)), CHANGED],
  ['the policy cut before its first moments', cut(inVector(1, 0)), CHANGED],
  ['the policy cut before its second moments', cut(inVector(2, 0)), CHANGED],
  ['the policy cut before its checksum', cut(sumOfState), CHANGED],
  ['the policy cut before its reference', cut(reference), CHANGED],
  ['the policy cut in its reference', cut((bytes) => reference(bytes) + 4), CHANGED],
  ['the policy cut by a byte', cut((bytes) => bytes.length - 1), CHANGED],
  ['the policy and more', withPolicy((bytes) => Buffer.concat([bytes, bytes])), CHANGED],
  // Flipped in every part.
  ['a flip in the magic number of the policy', flip(() => 1), /got bytes of another kind/],
  ['a flip in the length of the state', flip(() => 8), /got a reference of \d+ bytes, where/],
  ['a flip in the sizes', flip(inState(3)), CHANGED],
  ['a flip in the step', flip(inState(8)), CHANGED],
  ['a flip in the parameters', flip(inVector(0, 0.3)), CHANGED],
  ['a flip in the first moments', flip(inVector(1, 0.3)), CHANGED],
  ['a flip in the second moments', flip(inVector(2, 0.3)), CHANGED],
  ['a flip in the checksum of the state', flip(sumOfState), CHANGED],
  ['a flip in the reference', flip((bytes) => reference(bytes) + 9), CHANGED],
  ['a flip in the checksum', flip(() => 13), CHANGED],
  // The outer checksum fits, that of the state does not.
  [
    'a flip in the parameters before all was written anew',
    withPolicy((bytes) => {
      bytes[inVector(0, 0.3)(bytes)] = (bytes[inVector(0, 0.3)(bytes)] as number) ^ 1;
      return summed(bytes);
    }),
    DAMAGED,
  ],
  // All checksums fit.
  [
    'a newer layout',
    withPolicy((bytes) => {
      bytes.writeUInt32LE(3, 4);
      return summed(bytes);
    }),
    /got layout 3, and this knows 2/,
  ],
  ['a state of another kind', word(inState(0), 1), DAMAGED],
  ['a newer format of the state', word(inState(1), 2), /a format that this version does not know/],
  ['the state of a policy with more layers', word(inState(2), 2), OTHER],
  ['the state of a policy of another width', word(inState(3), 16), OTHER],
  ['the state of a policy of another context', word(inState(6), 99), OTHER],
  ['parameters that are NaN', float(inVector(0, 0.5), Number.NaN), DAMAGED],
  ['parameters that are infinite', float(inVector(0, 0), Infinity), DAMAGED],
  ['first moments that are NaN', float(inVector(1, 0.5), Number.NaN), DAMAGED],
  ['second moments that are NaN', float(inVector(2, 0.5), Number.NaN), DAMAGED],
  ['a reference that is NaN', float(reference, Number.NaN), /got NaN in the reference, at 0/],
  [
    'a parameter less in the reference',
    withPolicy((bytes) => summed(bytes.subarray(0, -4))),
    /got a reference of \d+ bytes, where \d+ parameters have/,
  ],
  [
    'a parameter more in the state',
    withPolicy((bytes) => {
      const at = inVector(1, 0)(bytes);
      const longer = Buffer.concat([bytes.subarray(0, at), Buffer.alloc(4), bytes.subarray(at)]);
      longer.writeUInt32LE(stateLength(bytes) + 4, 8);
      return summedInside(longer);
    }),
    DAMAGED,
  ],
  // Another model.
  [
    'another seed',
    withModel({ seed: 6 }),
    /is of another model: model\.seed was 6, and is 5\./,
    OTHER_MODEL,
  ],
  [
    'other characters',
    withModel({ characters: 'abcdefghijklmnop????' }),
    /another model: model\.characters was "abcdefghijklmnop\?\?\?\?", and is "/,
    OTHER_MODEL,
  ],
  [
    'other sizes',
    withModel({ layers: 2, width: 16 }),
    /another model: model\.layers was 2, and is 1; model\.width was 16, and is 32\./,
    OTHER_MODEL,
  ],
  [
    'sizes that are missing',
    withModel({ heads: undefined }),
    /model\.heads was undefined, and is/,
    OTHER_MODEL,
  ],
];
