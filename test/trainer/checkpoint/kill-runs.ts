import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finalHash, type Mode } from './small-run.ts';

const program = fileURLToPath(new URL('fixtures/small-run.ts', import.meta.url));

export interface Killed {
  /** Of what the run left when it had come to its end after all. */
  readonly hash: string;
  /** Whether the run was still going on when it was killed. */
  readonly wasKilled: boolean;
}

/** Runs to the end, and gives the hash of what is left then and how long it took, in milliseconds from its first step. */
export async function runWhole(
  folder: string,
  mode: Mode,
): Promise<{ hash: string; time: number }> {
  const { time } = await run(folder, mode, null);
  return { hash: finalHash(folder, mode), time };
}

/** Kills a run so many milliseconds after it has begun, and has it go on to the end. */
export async function killAndResume(folder: string, mode: Mode, after: number): Promise<Killed> {
  const { wasKilled } = await run(folder, mode, after);
  await run(folder, mode, null);
  return { hash: finalHash(folder, mode), wasKilled };
}

/**
 * Kills that many runs, each at a moment of its own. One that has ended before its moment comes is counted, and another
 * one is killed.
 */
export async function killRuns(
  work: string,
  mode: Mode,
  count: number,
  random: () => number,
): Promise<{ expected: string; killed: string[]; ended: string[] }> {
  const { hash: expected, time } = await runWhole(join(work, `${mode}-whole`), mode);
  const killed: string[] = [];
  const ended: string[] = [];
  while (killed.length < count && ended.length < 3 * count) {
    const folder = join(work, `${mode}-${killed.length + ended.length}`);
    const { hash, wasKilled } = await killAndResume(folder, mode, random() * time);
    (wasKilled ? killed : ended).push(hash);
  }
  return { expected, killed, ended };
}

async function run(
  folder: string,
  mode: Mode,
  killAfter: number | null,
): Promise<{ time: number; wasKilled: boolean }> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, folder, mode]);
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
