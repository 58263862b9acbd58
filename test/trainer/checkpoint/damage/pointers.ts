import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { all, type Case, cut, POINTER, remove, write } from './harms.ts';

/** Pointers that lead nowhere, and more than one thing at a time. */
export const POINTERS: readonly Case[] = [
  // The pointer.
  [
    'a pointer to nothing',
    write(POINTER, '12'),
    /global_step_12 is missing/,
    /global_step_9' \} goes on from there$/,
  ],
  [
    'no pointer',
    remove(POINTER),
    /latest_checkpointed_iteration\.txt is missing, and beside it is global_step_9/,
    /global_step_9' \} goes/,
  ],
  [
    'an empty pointer',
    write(POINTER, ''),
    /latest_checkpointed_iteration\.txt must hold the number of a step, got ""/,
    /global_step_9' \} goes/,
  ],
  [
    'a pointer that is no number',
    write(POINTER, 'nine'),
    /must hold the number of a step, got "nine"/,
    /global_step_9' \} goes/,
  ],
  [
    'a pointer with a sign',
    write(POINTER, '-9'),
    /must hold the number of a step/,
    /global_step_9' \} goes/,
  ],
  [
    'a pointer with a fraction',
    write(POINTER, '8.5'),
    /must hold the number of a step/,
    /global_step_9' \} goes/,
  ],
  [
    'a pointer beyond all numbers',
    write(POINTER, '9'.repeat(30)),
    /must hold the number of a step/,
    /global_step_9' \} goes/,
  ],
  [
    'a folder in the place of the pointer',
    all(remove(POINTER), (folder) => mkdirSync(join(folder, POINTER))),
    /latest_checkpointed_iteration\.txt cannot be read: EISDIR/,
    /global_step_9' \} goes/,
  ],
  // More than one.
  [
    'the last two damaged',
    all(
      cut(() => 100),
      write('global_step_8/checkpoint.bin', ''),
    ),
    /checkpoint\.bin is cut off/,
    /global_step_6' \} goes on from there$/,
  ],
  [
    'none but a damaged one',
    all(
      cut(() => 100),
      remove('global_step_2', 'global_step_4', 'global_step_6', 'global_step_8'),
    ),
    /checkpoint\.bin is cut off/,
    /There is none before it that could be resumed; trainer: \{ resumeMode: 'disable' \} starts anew$/,
  ],
];
