import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MersenneTwister } from '../../../ts/datasets/mersenne-twister.ts';
import { POINTER_FILE } from '../../../ts/trainer/checkpoint/checkpoint-store.ts';
import { finalHash, type Mode } from './small-run.ts';

/** A program that trains in a folder from where that stands, and says `begun` when it may be killed. */
export interface Program {
  /** In `fixtures`. */
  readonly file: string;
  readonly mode: Mode;
  /** After folder and mode: when it starts, and when it goes on. */
  readonly args?: readonly [started: readonly string[], resumed: readonly string[]];
}

/** What became of runs that were killed and gone on with. */
export interface KilledRuns {
  /** The hash of what a run leaves that was not killed. */
  readonly expected: string;
  /** The hashes of those that were killed, … */
  readonly killed: readonly string[];
  /** … and of those that had ended before their moment came. */
  readonly ended: readonly string[];
  /** Where those that were killed went on: 0 for anew. */
  readonly resumedFrom: readonly number[];
}

/**
 * Kills that many runs with SIGKILL, each at a moment of its own, and has them go on to the end. One that has ended
 * before its moment comes is counted, and another one is killed.
 */
export async function killRuns(
  work: string,
  program: Program,
  count: number,
  seed: number,
): Promise<KilledRuns> {
  const draws = new MersenneTwister(seed);
  const random = () => draws.getRandBits(53) / 2 ** 53;
  const { mode } = program;
  const whole = join(work, 'whole');
  const { time } = await run(whole, program, 0, null);
  const killed: string[] = [];
  const ended: string[] = [];
  const resumedFrom: number[] = [];
  while (killed.length < count && ended.length < 3 * count) {
    const folder = join(work, `${killed.length + ended.length}`);
    const { wasKilled } = await run(folder, program, 0, random() * time);
    if (wasKilled) resumedFrom.push(pointerOf(folder));
    await run(folder, program, 1, null);
    (wasKilled ? killed : ended).push(finalHash(folder, mode));
  }
  return { expected: finalHash(whole, mode), killed, ended, resumedFrom };
}

async function run(
  folder: string,
  { file, mode, args }: Program,
  attempt: 0 | 1,
  killAfter: number | null,
): Promise<{ time: number; wasKilled: boolean }> {
  const path = fileURLToPath(new URL(`fixtures/${file}`, import.meta.url));
  const more = args?.[attempt] ?? [];
  const child = spawn(process.execPath, ['--import', 'tsx', path, folder, mode, ...more]);
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  await Promise.race([once(child.stdout, 'data'), closed]);
  const begun = performance.now();
  if (killAfter !== null) setTimeout(() => child.kill('SIGKILL'), killAfter);
  const [code, signal] = await closed;
  const wasKilled = signal === 'SIGKILL';
  if (code !== 0 && !wasKilled) throw new Error(`the run ended with ${code}: ${errors}`);
  return { time: performance.now() - begun, wasKilled };
}

function pointerOf(folder: string): number {
  const path = join(folder, POINTER_FILE);
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
}
