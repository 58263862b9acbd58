import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32c } from '../../../../ts/tracking/tensorboard/crc32c.ts';
import {
  packCheckpoint,
  type Sections,
  unpackCheckpoint,
} from '../../../../ts/trainer/checkpoint/checkpoint-file.ts';
import { decodeValue } from '../../../../ts/trainer/checkpoint/decode-value.ts';
import { encodeValue } from '../../../../ts/trainer/checkpoint/encode-value.ts';

/** What is done to the folder of a run; `foreign` is that of another one. */
export type Harm = (folder: string, foreign: string) => void;

/** `offer` is what the refusal says that could be resumed instead. */
export type Case = readonly [name: string, harm: Harm, reason: RegExp, offer?: RegExp];

export const BIN = 'global_step_9/checkpoint.bin';
export const JSON_FILE = 'global_step_9/checkpoint.json';
export const POINTER = 'latest_checkpointed_iteration.txt';

export const edit = (file: string, change: (bytes: Buffer) => Uint8Array): Harm => {
  return (folder) => {
    const path = join(folder, file);
    writeFileSync(path, change(readFileSync(path)));
  };
};
export const write = (file: string, text: string | Uint8Array): Harm => {
  return (folder) => writeFileSync(join(folder, file), text);
};
export const remove = (...files: string[]): Harm => {
  return (folder) => {
    for (const file of files) rmSync(join(folder, file), { recursive: true });
  };
};
export const move = (from: string, to: string): Harm => {
  return (folder) => {
    rmSync(join(folder, to), { recursive: true, force: true });
    renameSync(join(folder, from), join(folder, to));
  };
};
export const copy = (from: string, to: string, source: 'own' | 'foreign' = 'own'): Harm => {
  return (folder, foreign) => {
    rmSync(join(folder, to), { recursive: true, force: true });
    const of = source === 'own' ? folder : foreign;
    cpSync(join(of, from), join(folder, to), { recursive: true });
  };
};
export const all = (...harms: Harm[]): Harm => {
  return (folder, foreign) => {
    for (const harm of harms) harm(folder, foreign);
  };
};

export const cut = (length: (bytes: Buffer) => number): Harm =>
  edit(BIN, (bytes) => bytes.subarray(0, length(bytes)));
export const flip = (file: string, at: (bytes: Buffer) => number, mask = 0x10): Harm =>
  edit(file, (bytes) => {
    const place = at(bytes);
    bytes[place] = (bytes[place] as number) ^ mask;
    return bytes;
  });
export const headerEnd = (bytes: Buffer): number => 16 + bytes.readUInt32LE(12) + 4;

/** Where a section begins, and how long it is. */
function sectionOf(bytes: Buffer, name: string): [begin: number, length: number] {
  const header = JSON.parse(bytes.toString('utf8', 16, headerEnd(bytes) - 4)) as {
    sections: { name: string; bytes: number }[];
  };
  let at = headerEnd(bytes);
  for (const section of header.sections) {
    if (section.name === name) return [at, section.bytes];
    at += section.bytes;
  }
  throw new Error(name);
}
export const inSection = (name: string, part: number) => (bytes: Buffer) => {
  const [begin, length] = sectionOf(bytes, name);
  return begin + Math.min(length - 1, Math.floor(part * length));
};

/** The header changed, and its checksum made to fit. */
export const withHeader = (change: (header: string) => string): Harm =>
  edit(BIN, (bytes) => {
    const end = headerEnd(bytes);
    const text = Buffer.from(change(bytes.toString('utf8', 16, end - 4)));
    const begin = Buffer.concat([bytes.subarray(0, 16), text]);
    begin.writeUInt32LE(text.length, 12);
    return Buffer.concat([begin, checksumOf(begin), bytes.subarray(end)]);
  });
const checksumOf = (bytes: Uint8Array): Buffer => {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32c(bytes));
  return checksum;
};
export const withVersion = (version: number): Harm =>
  edit(BIN, (bytes) => {
    const end = headerEnd(bytes);
    bytes.writeUInt32LE(version, 8);
    checksumOf(bytes.subarray(0, end - 4)).copy(bytes, end - 4);
    return bytes;
  });
/** Packed anew, with all checksums, and other sections. */
/** Packed anew, with all checksums, and other sections; `earlier` has those of step 4. */
export const withSections = (change: (sections: Sections, earlier: Sections) => Sections): Harm => {
  return (folder) => {
    const read = (step: number) => {
      const path = join(folder, `global_step_${step}/checkpoint.bin`);
      return unpackCheckpoint(readFileSync(path), path);
    };
    const { step, sections } = read(9);
    writeFileSync(join(folder, BIN), packCheckpoint(step, change(sections, read(4).sections)));
  };
};
export const swapped = (a: string, b: string): Harm =>
  edit(BIN, (bytes) => {
    const [first, second] = [sectionOf(bytes, a), sectionOf(bytes, b)];
    const part = ([begin, length]: [number, number]) => bytes.subarray(begin, begin + length);
    const [beginA, lengthA] = first;
    const [beginB, lengthB] = second;
    return Buffer.concat([
      bytes.subarray(0, beginA),
      part(second),
      bytes.subarray(beginA + lengthA, beginB),
      part(first),
      bytes.subarray(beginB + lengthB),
    ]);
  });
export const trainerWith = (change: object): Harm =>
  withSections((sections) => {
    const trainer = decodeValue(sections.trainer as Uint8Array) as object;
    return { ...sections, trainer: encodeValue({ ...trainer, ...change }, 'trainer') };
  });
