import { UpperhandError } from '../../errors/upperhand-error.ts';
import { crc32c } from '../../tracking/tensorboard/crc32c.ts';
import { checkCount, checkText } from '../../types/check.ts';

/**
 * The layout, all numbers little endian:
 *
 * - 8 bytes that no text begins with, and that a change of line ends would destroy;
 * - the version of the format and the length of the header, 4 bytes each;
 * - the header as JSON: the step, and of each section its name, its length and its checksum;
 * - the checksum of all so far, 4 bytes: of the sections' checksums too, and so of the whole file;
 * - the sections, one after the other.
 *
 * Checksums are CRC-32C. Up to the checksum of the header every version is to keep this layout.
 */
const MAGIC = /* @__PURE__ */ Uint8Array.of(0x89, 0x55, 0x48, 0x43, 0x50, 0x0d, 0x0a, 0x1a);
const VERSION = 1;
const START = 16;
const CHECKSUM = 4;

/** The parts of a checkpoint by name. */
export type Sections = Readonly<Record<string, Uint8Array>>;

export interface CheckpointFile {
  readonly step: number;
  readonly sections: Sections;
}

interface Header {
  readonly step: number;
  readonly sections: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly crc32c: string;
  }[];
}

/** One file of a step and its sections. */
export function packCheckpoint(step: number, sections: Sections): Uint8Array {
  const entries = Object.entries(sections);
  const header: Header = {
    step,
    sections: entries.map(([name, bytes]) => ({ name, bytes: bytes.length, crc32c: sum(bytes) })),
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const begin = START + text.length + CHECKSUM;
  const file = new Uint8Array(entries.reduce((at, [, bytes]) => at + bytes.length, begin));
  const view = new DataView(file.buffer);
  file.set(MAGIC);
  view.setUint32(8, VERSION, true);
  view.setUint32(12, text.length, true);
  file.set(text, START);
  view.setUint32(begin - CHECKSUM, crc32c(file.subarray(0, begin - CHECKSUM)), true);
  let at = begin;
  for (const [, bytes] of entries) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}

/** The checksum of the header of a packed checkpoint, as text: tells checkpoints apart. */
export function checksumOf(file: Uint8Array): string {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  return hex(view.getUint32(START + view.getUint32(12, true), true));
}

/**
 * Reads what `packCheckpoint` made, and nothing else.
 *
 * @param path - for messages
 * @throws UpperhandError `invalid-checkpoint` that says what is wrong
 */
export function unpackCheckpoint(file: Uint8Array, path: string): CheckpointFile {
  const fail = (problem: string): never => refuseCheckpoint(path, problem);
  if (file.length === 0) fail('is empty');
  if (MAGIC.some((byte, i) => i < file.length && file[i] !== byte))
    fail('is no checkpoint: it begins with other bytes');
  if (file.length < START + CHECKSUM) fail(`is cut off: it has only ${file.length} bytes`);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const begin = START + view.getUint32(12, true) + CHECKSUM;
  if (begin > file.length)
    fail(
      `is cut off or damaged: its header should end at byte ${begin}, and it has ${file.length}`,
    );
  const checksum = sum(file.subarray(0, begin - CHECKSUM));
  const expected = checksumOf(file);
  if (checksum !== expected)
    fail(`is damaged: the checksum of its header is ${checksum}, and must be ${expected}`);
  const version = view.getUint32(8, true);
  if (version !== VERSION)
    fail(
      `was written in version ${version} of the format, and this upperhand reads version ${VERSION}`,
    );
  const header = readHeader(file.subarray(START, begin - CHECKSUM), fail);
  const size = header.sections.reduce((at, { bytes }) => at + bytes, begin);
  if (file.length < size) fail(`is cut off: it has ${file.length} bytes, and must have ${size}`);
  if (file.length > size) fail(`has ${file.length - size} bytes too many behind its end`);
  const sections: Record<string, Uint8Array> = {};
  let at = begin;
  for (const { name, bytes, crc32c: told } of header.sections) {
    const section = file.subarray(at, at + bytes);
    const found = sum(section);
    if (found !== told)
      fail(`is damaged: the checksum of its section "${name}" is ${found}, and must be ${told}`);
    sections[name] = section;
    at += bytes;
  }
  return { step: header.step, sections };
}

/** Throws what is wrong with a checkpoint. */
export function refuseCheckpoint(path: string, problem: string, cause?: unknown): never {
  const options = cause === undefined ? undefined : { cause };
  throw new UpperhandError('invalid-checkpoint', `${path} ${problem}`, options);
}

/** That its checksum is right says that it was written so, not that it was written by this code. */
function readHeader(bytes: Uint8Array, fail: (problem: string) => never): Header {
  try {
    const header = JSON.parse(new TextDecoder().decode(bytes)) as Header;
    checkCount('step', header.step);
    for (const { name, bytes: count, crc32c: told } of header.sections) {
      checkText('the name of a section', name);
      checkCount(`the length of ${name}`, count);
      checkText(`the checksum of ${name}`, told);
    }
    return header;
  } catch (error) {
    return fail(`has a header that is none: ${(error as Error).message}`);
  }
}

function sum(bytes: Uint8Array): string {
  return hex(crc32c(bytes));
}

function hex(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}
