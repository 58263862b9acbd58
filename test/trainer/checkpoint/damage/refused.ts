import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { TrainingError } from '../../../../ts/trainer/training-error.ts';
import type { Case } from './harms.ts';

/** Runs with checkpoints of the steps 2, 4, 6, 8 and 9, of which nothing is to be changed. */
export interface Damaged {
  readonly good: string;
  /** Another run: its rejection mode is `none`, and that of `good` is `episode`. */
  readonly foreign: string;
  /** Goes on with what is in a folder. */
  readonly resume: (folder: string) => Promise<unknown>;
}

const PREVIOUS =
  /The one before it is whole: .*resumeFromPath: '.*global_step_8' \} goes on from there$/;

/** Damages a copy of the good run, and expects that it is refused with the reason, and that nothing is written. */
export async function expectRefused(
  [, harm, reason, offer = PREVIOUS]: Case,
  { good, foreign, resume }: Damaged,
  where: RegExp = /^resuming failed: /,
): Promise<void> {
  const folder = `${good}-damaged`;
  cpSync(good, folder, { recursive: true });
  try {
    harm(folder, foreign);
    const before = contents(folder);
    const error = await refusalOf(resume(folder));
    const { message } = error;
    expect(message).toMatch(where);
    expect(message).toMatch(reason);
    expect(message).toMatch(/\. Nothing was changed\. /);
    expect(message).toMatch(offer);
    expect(contents(folder)).toEqual(before);
    // Consoles show a cause that is undefined, too.
    for (let at: unknown = error; at instanceof Error; at = at.cause)
      expect('cause' in at ? at.cause : null).not.toBe(undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function refusalOf(run: Promise<unknown>): Promise<TrainingError> {
  const error: unknown = await run.catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(TrainingError);
  return error as TrainingError;
}

/** All files below a folder, with their contents. */
export function contents(folder: string): [name: string, hash: string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return [name, 'folder'];
      return [name, createHash('sha256').update(readFileSync(path)).digest('hex')];
    });
}
