// Checkpoints that are damaged, mixed up or not there: refused with the reason, and nothing is written.
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrainerConfigInit } from '../../../ts/config/trainer-config.ts';
import { crc32c } from '../../../ts/tracking/tensorboard/crc32c.ts';
import {
  packCheckpoint,
  unpackCheckpoint,
} from '../../../ts/trainer/checkpoint/checkpoint-file.ts';
import { decodeValue } from '../../../ts/trainer/checkpoint/decode-value.ts';
import { encodeValue } from '../../../ts/trainer/checkpoint/encode-value.ts';
import { TrainingError } from '../../../ts/trainer/training-error.ts';
import { type Mode, smallRun, TASKS } from './small-run.ts';

const work = mkdtempSync(join(tmpdir(), 'upperhand-damage-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

// Checkpoints of the steps 2, 4, 6, 8 and 9, of two runs that differ in their seed.
const good = join(work, 'good');
const foreign = join(work, 'foreign');
beforeAll(async () => {
  await smallRun(good, 'episode');
  await smallRun(foreign, 'none');
});

const BIN = 'global_step_9/checkpoint.bin';
const JSON_FILE = 'global_step_9/checkpoint.json';
const POINTER = 'latest_checkpointed_iteration.txt';

type Harm = (folder: string) => void;

const edit = (file: string, change: (bytes: Buffer) => Uint8Array): Harm => {
  return (folder) => {
    const path = join(folder, file);
    writeFileSync(path, change(readFileSync(path)));
  };
};
const write = (file: string, text: string | Uint8Array): Harm => {
  return (folder) => writeFileSync(join(folder, file), text);
};
const remove = (...files: string[]): Harm => {
  return (folder) => {
    for (const file of files) rmSync(join(folder, file), { recursive: true });
  };
};
const move = (from: string, to: string): Harm => {
  return (folder) => {
    rmSync(join(folder, to), { recursive: true, force: true });
    renameSync(join(folder, from), join(folder, to));
  };
};
const copy = (from: string, to: string, source?: string): Harm => {
  return (folder) => {
    rmSync(join(folder, to), { recursive: true, force: true });
    cpSync(join(source ?? folder, from), join(folder, to), { recursive: true });
  };
};
const all = (...harms: Harm[]): Harm => {
  return (folder) => {
    for (const harm of harms) harm(folder);
  };
};

const cut = (length: (bytes: Buffer) => number): Harm =>
  edit(BIN, (bytes) => bytes.subarray(0, length(bytes)));
const flip = (file: string, at: (bytes: Buffer) => number, mask = 0x10): Harm =>
  edit(file, (bytes) => {
    const place = at(bytes);
    bytes[place] = (bytes[place] as number) ^ mask;
    return bytes;
  });
const headerEnd = (bytes: Buffer): number => 16 + bytes.readUInt32LE(12) + 4;

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
const inSection = (name: string, part: number) => (bytes: Buffer) => {
  const [begin, length] = sectionOf(bytes, name);
  return begin + Math.min(length - 1, Math.floor(part * length));
};

/** The header changed, and its checksum made to fit. */
const withHeader = (change: (header: string) => string): Harm =>
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
const withVersion = (version: number): Harm =>
  edit(BIN, (bytes) => {
    const end = headerEnd(bytes);
    bytes.writeUInt32LE(version, 8);
    checksumOf(bytes.subarray(0, end - 4)).copy(bytes, end - 4);
    return bytes;
  });
/** Packed anew, with all checksums, and other sections. */
const withSections = (
  change: (sections: Record<string, Uint8Array>) => Record<string, Uint8Array>,
): Harm =>
  edit(BIN, (bytes) => {
    const { step, sections } = unpackCheckpoint(bytes, BIN);
    return packCheckpoint(step, change({ ...sections }));
  });
const swapped = (a: string, b: string): Harm =>
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
const trainerWith = (change: object): Harm =>
  withSections((sections) => {
    const trainer = decodeValue(sections.trainer as Uint8Array) as object;
    return { ...sections, trainer: encodeValue({ ...trainer, ...change }, 'trainer') };
  });

const PREVIOUS =
  /The one before it is whole: .*resume_from_path=.*global_step_8 goes on from there$/;

type Case = [name: string, harm: Harm, reason: RegExp, offer?: RegExp];

const cases: Case[] = [
  // Cut off.
  ['an empty file', cut(() => 0), /global_step_9\/checkpoint\.bin is empty\./],
  ['a file of one byte', cut(() => 1), /checkpoint\.bin is cut off: it has only 1 bytes/],
  ['a file of its first bytes', cut(() => 8), /checkpoint\.bin is cut off: it has only 8 bytes/],
  [
    'a file cut in its header',
    cut((bytes) => headerEnd(bytes) >> 1),
    /cut off or damaged: its header should end at/,
  ],
  [
    'a file cut before its checksum',
    cut((bytes) => headerEnd(bytes) - 1),
    /cut off or damaged: its header/,
  ],
  [
    'a file cut behind its header',
    cut(headerEnd),
    /is cut off: it has \d+ bytes, and must have \d+/,
  ],
  ['a file cut in a section', cut((bytes) => bytes.length >> 1), /is cut off: it has/],
  ['a file cut by a byte', cut((bytes) => bytes.length - 1), /is cut off: it has/],
  ['a file cut by a block', cut((bytes) => bytes.length - 512), /is cut off: it has/],
  [
    'a file with a byte more',
    edit(BIN, (bytes) => Buffer.concat([bytes, Buffer.of(0)])),
    /has 1 bytes too many/,
  ],
  ['a file twice', edit(BIN, (bytes) => Buffer.concat([bytes, bytes])), /has \d+ bytes too many/],
  [
    'zeros instead of the end',
    edit(BIN, (bytes) => bytes.fill(0, bytes.length - 64)),
    /checksum of its section "backend"/,
  ],
  ['zeros instead of all', edit(BIN, (bytes) => bytes.fill(0)), /is no checkpoint/],
  // Flipped.
  ['a flip in the first byte', flip(BIN, () => 0), /is no checkpoint: it begins with other bytes/],
  ['a flip in the magic number', flip(BIN, () => 5), /is no checkpoint/],
  ['a flip in the version', flip(BIN, () => 8), /is damaged: the checksum of its header is/],
  [
    'a flip in the length of the header',
    flip(BIN, () => 12, 1),
    /is damaged: the checksum of its header/,
  ],
  [
    'a flip that makes the header huge',
    flip(BIN, () => 15, 0x80),
    /cut off or damaged: its header should end at/,
  ],
  ['a flip in the header', flip(BIN, () => 20), /the checksum of its header/],
  [
    'a flip in the checksum of the header',
    flip(BIN, (bytes) => headerEnd(bytes) - 2),
    /the checksum of its header/,
  ],
  ...['trainer', 'rejection', 'store', 'backend'].flatMap((name): Case[] => [
    [
      `a flip in the first byte of ${name}`,
      flip(BIN, inSection(name, 0), 1),
      new RegExp(`checksum of its section "${name}" is`),
    ],
    [
      `a flip in the middle of ${name}`,
      flip(BIN, inSection(name, 0.5), 0x80),
      new RegExp(`checksum of its section "${name}" is`),
    ],
    [
      `a flip in the last byte of ${name}`,
      flip(BIN, inSection(name, 1)),
      new RegExp(`checksum of its section "${name}" is`),
    ],
  ]),
  [
    'line ends made those of Windows',
    edit(BIN, (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')),
    /is no checkpoint/,
  ],
  [
    'a file read as text',
    edit(BIN, (bytes) => Buffer.from(bytes.toString('utf8'))),
    /is no checkpoint/,
  ],
  // Mixed up inside.
  ['sections swapped', swapped('trainer', 'rejection'), /checksum of its section "trainer"/],
  [
    'names of sections swapped',
    withHeader((text) =>
      text.replace('"store"', '"x"').replace('"backend"', '"store"').replace('"x"', '"backend"'),
    ),
    /does not hold the state of a run: the store must be a map or null/,
  ],
  [
    'a section of another step',
    withSections((sections) => ({
      ...sections,
      trainer: sectionsOf(good, 4).trainer as Uint8Array,
    })),
    /is of step 9, and holds step 4/,
  ],
  [
    'the policy of another step',
    withSections((sections) => ({
      ...sections,
      backend: sectionsOf(good, 4).backend as Uint8Array,
    })),
    /checkpoint\.json does not describe checkpoint\.bin/,
  ],
  [
    'no section of the backend',
    withSections(({ backend: _, ...rest }) => rest),
    /has no section "backend"/,
  ],
  [
    'no section of the trainer',
    withSections(({ trainer: _, ...rest }) => rest),
    /has no section "trainer"/,
  ],
  [
    'a section that is empty',
    withSections((sections) => ({ ...sections, rejection: new Uint8Array() })),
    /section "rejection" that cannot be read/,
  ],
  [
    'a step that is none',
    trainerWith({ globalStep: -1 }),
    /does not hold the state of a run: globalStep must be/,
  ],
  [
    'no count of logs',
    trainerWith({ logs: undefined }),
    /does not hold the state of a run: logs must be/,
  ],
  [
    'a header of another step',
    withHeader((text) => text.replace('"step":9', '"step":8')),
    /is of step 8, and holds step 9/,
  ],
  ['a header that is no JSON', withHeader((text) => text.slice(1)), /has a header that is none/],
  ['a header without sections', withHeader(() => '{"step":9}'), /has a header that is none/],
  [
    'a newer version',
    withVersion(2),
    /was written in version 2 of the format, and this upperhand reads version 1/,
  ],
  // Mixed up outside.
  [
    'the file of an earlier step',
    copy('global_step_4/checkpoint.bin', BIN),
    /checkpoint\.json does not describe|is of step 4/,
  ],
  [
    'the folder of an earlier step',
    copy('global_step_4', 'global_step_9'),
    /global_step_9\/checkpoint\.bin is of step 4, and not of step 9/,
  ],
  [
    'the file of another run',
    (folder) => copy(BIN, BIN, foreign)(folder),
    /checkpoint\.json does not describe/,
  ],
  [
    'the folder of another run',
    (folder) => copy('global_step_9', 'global_step_9', foreign)(folder),
    /global_step_9 is of another run: rejection_sample\.mode was "none", and is "episode"/,
  ],
  [
    'the description of an earlier step',
    copy('global_step_8/checkpoint.json', JSON_FILE),
    /checkpoint\.json does not describe checkpoint\.bin beside it/,
  ],
  [
    'a flip in the description',
    flip(JSON_FILE, (bytes) => bytes.length >> 1, 1),
    /checkpoint\.json does not describe/,
  ],
  ['an empty description', write(JSON_FILE, ''), /checkpoint\.json does not describe/],
  ['no description', remove(JSON_FILE), /checkpoint\.json is missing/],
  ['no file', remove(BIN), /checkpoint\.bin is missing/],
  ['an empty folder', remove(BIN, JSON_FILE), /checkpoint\.bin is missing/],
  [
    'a folder in the place of the file',
    all(remove(BIN), (folder) => mkdirSync(join(folder, BIN))),
    /checkpoint\.bin cannot be read: EISDIR/,
  ],
  [
    'a file in the place of the folder',
    all(remove('global_step_9'), write('global_step_9', 'x')),
    /global_step_9\/checkpoint\.bin is missing/,
  ],
  ['a text in the place of the file', write(BIN, '{"step": 9}'), /is no checkpoint/],
  [
    'files under wrong names',
    move(BIN, 'global_step_9/checkpoint.dat'),
    /checkpoint\.bin is missing/,
  ],
  [
    'a folder under a wrong name',
    move('global_step_9', 'global_step_09'),
    /global_step_9 is missing/,
  ],
  // The pointer.
  [
    'a pointer to nothing',
    write(POINTER, '12'),
    /global_step_12 is missing/,
    /global_step_9 goes on from there$/,
  ],
  [
    'no pointer',
    remove(POINTER),
    /latest_checkpointed_iteration\.txt is missing, and beside it is global_step_9/,
    /global_step_9 goes/,
  ],
  [
    'an empty pointer',
    write(POINTER, ''),
    /latest_checkpointed_iteration\.txt must hold the number of a step, got ""/,
    /global_step_9 goes/,
  ],
  [
    'a pointer that is no number',
    write(POINTER, 'nine'),
    /must hold the number of a step, got "nine"/,
    /global_step_9 goes/,
  ],
  [
    'a pointer with a sign',
    write(POINTER, '-9'),
    /must hold the number of a step/,
    /global_step_9 goes/,
  ],
  [
    'a pointer with a fraction',
    write(POINTER, '8.5'),
    /must hold the number of a step/,
    /global_step_9 goes/,
  ],
  [
    'a pointer beyond all numbers',
    write(POINTER, '9'.repeat(30)),
    /must hold the number of a step/,
    /global_step_9 goes/,
  ],
  [
    'a folder in the place of the pointer',
    all(remove(POINTER), (folder) => mkdirSync(join(folder, POINTER))),
    /latest_checkpointed_iteration\.txt cannot be read: EISDIR/,
    /global_step_9 goes/,
  ],
  // More than one.
  [
    'the last two damaged',
    all(
      cut(() => 100),
      write('global_step_8/checkpoint.bin', ''),
    ),
    /checkpoint\.bin is cut off/,
    /global_step_6 goes on from there$/,
  ],
  [
    'none but a damaged one',
    all(
      cut(() => 100),
      remove('global_step_2', 'global_step_4', 'global_step_6', 'global_step_8'),
    ),
    /checkpoint\.bin is cut off/,
    /There is none before it that could be resumed; trainer\.resume_mode=disable starts anew$/,
  ],
];

function sectionsOf(folder: string, step: number): Record<string, Uint8Array> {
  const bytes = readFileSync(join(folder, `global_step_${step}/checkpoint.bin`));
  return { ...unpackCheckpoint(bytes, '').sections };
}

/** All files below a folder, with their contents. */
function contents(folder: string): [name: string, hash: string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return [name, 'folder'];
      return [name, createHash('sha256').update(readFileSync(path)).digest('hex')];
    });
}

async function refusal(
  folder: string,
  mode: Mode,
  trainer: TrainerConfigInit['trainer'] = {},
): Promise<TrainingError> {
  const error: unknown = await smallRun(folder, mode, { trainer }).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(TrainingError);
  return error as TrainingError;
}

it('there are more than fifty kinds', () => {
  expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length);
  expect(cases.length).toBeGreaterThan(50);
});

let number = 0;
it.each(cases)('%s', async (_, harm, reason, offer = PREVIOUS) => {
  const folder = join(work, `case-${number++}`);
  cpSync(good, folder, { recursive: true });
  harm(folder);
  const before = contents(folder);
  const error = await refusal(folder, 'episode', { totalEpochs: 4 });
  expect(error.message).toMatch(/^resuming failed: /);
  expect(error.message).toMatch(reason);
  expect(error.message).toMatch(/\. Nothing was changed\. /);
  expect(error.message).toMatch(offer);
  expect(contents(folder)).toEqual(before);
});

it('what is offered goes on', async () => {
  const folder = join(work, 'offered');
  cpSync(good, folder, { recursive: true });
  cut(() => 100)(folder);
  const { message } = await refusal(folder, 'episode');
  const [, path = ''] = /resume_from_path=(\S+)/.exec(message) ?? [];
  const trainer = { resumeMode: 'resume_path', resumeFromPath: path } as const;
  const { result, warnings } = await smallRun(folder, 'episode', { trainer });
  expect(result).toMatchObject({ resumedFrom: 8, steps: 1, checkpoint: `${folder}/global_step_9` });
  // The damaged one is not overwritten either.
  expect(readFileSync(join(folder, 'global_step_9.superseded/checkpoint.bin'))).toHaveLength(100);
  expect(warnings.map(({ kind }) => kind)).toContain('checkpoint-superseded');
});

describe('a run with', () => {
  const refusedWith = async (options: Parameters<typeof smallRun>[2]): Promise<string> => {
    const error: unknown = await smallRun(good, 'episode', options).catch((cause) => cause);
    return error instanceof TrainingError ? error.message : 'not refused';
  };

  it('another seed is refused, with all that differs', async () => {
    const before = contents(good);
    const message = await refusedWith({ data: { seed: 8, trainBatchSize: 2 } });
    expect(message).toMatch(/global_step_9 is of another run: data\.seed was 7, and is 8; /);
    expect(message).toMatch(
      /data\.train_batch_size x rejection_sample\.multiplier was 3, and is 2/,
    );
    expect(message).toMatch(/There is none before it that could be resumed/);
    expect(contents(good)).toEqual(before);
  });

  it('other tasks is refused', async () => {
    const message = await refusedWith({ trainDataset: TASKS.slice(1) });
    expect(message).toMatch(/is of another run: number of tasks was 10, and is 9\./);
  });

  it('a path that leads to no step is refused', async () => {
    const trainer = { resumeMode: 'resume_path', resumeFromPath: `${good}/latest` } as const;
    expect(await refusedWith({ trainer })).toMatch(
      /latest" must lead to a folder global_step_\{N\} .*The one before it is whole: .*global_step_9 goes/,
    );
  });

  it('a path that leads nowhere is refused', async () => {
    const trainer = {
      resumeMode: 'resume_path',
      resumeFromPath: `${good}/global_step_3/`,
    } as const;
    expect(await refusedWith({ trainer })).toMatch(
      /global_step_3 is missing\. .*global_step_2 goes on from there$/,
    );
  });
});
