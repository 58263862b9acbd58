import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  all,
  BIN,
  type Case,
  copy,
  flip,
  JSON_FILE,
  move,
  remove,
  swapped,
  trainerWith,
  withHeader,
  withSections,
  withVersion,
  write,
} from './harms.ts';

/** Parts, files and folders in the place of others. */
export const MIXED_UP: readonly Case[] = [
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
    withSections((sections, earlier) => ({
      ...sections,
      trainer: earlier.trainer as Uint8Array,
    })),
    /is of step 9, and holds step 4/,
  ],
  [
    'the policy of another step',
    withSections((sections, earlier) => ({
      ...sections,
      backend: earlier.backend as Uint8Array,
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
  ['the file of another run', copy(BIN, BIN, 'foreign'), /checkpoint\.json does not describe/],
  [
    'the folder of another run',
    copy('global_step_9', 'global_step_9', 'foreign'),
    /global_step_9 is of another run: rejectionSampling\.mode was "none", and is "episode"/,
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
];
