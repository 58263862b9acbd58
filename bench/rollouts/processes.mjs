import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { time } from '../lib/clock.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const command = path('../../dist/cli/bin.js');
const preload = ['--import', path('tell-usage.mjs')];

/** Each a process that reads `file` and writes a table of advantages to `out`. */
export const processes = {
  upperhand: (file, out) => [
    process.execPath,
    ...preload,
    command,
    'advantages',
    file,
    '--out',
    out,
  ],
  'JSON.parse per line': (file, out) => [
    process.execPath,
    ...preload,
    path('parse.mjs'),
    file,
    out,
  ],
};

/** Each a process that reads `file` and says what is in it, in `out` or on stdout. */
export const inspectors = {
  upperhand: (file) => [process.execPath, ...preload, command, 'inspect', file, '--json'],
  'JSON.parse per line': (file, out) => [
    process.execPath,
    ...preload,
    path('parse-inspect.mjs'),
    file,
    out,
  ],
};

export const polarsProcess = (python, threads, how) => (file, out) => [
  python,
  '-B',
  path('polars_advantages.py'),
  file,
  out,
  String(threads),
  ...(how ? [how] : []),
];

/** Runs a process to its end. */
export function run([program, ...args], folder) {
  const told = join(folder, 'usage.json');
  let result;
  const ns = time(() => {
    const env = { ...process.env, UPPERHAND_BENCH_USAGE: told };
    result = spawnSync(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  });
  if (result.status !== 0) throw new Error(`${args.join(' ')}: ${result.stderr}`);
  return { ns, stdout: String(result.stdout), ...JSON.parse(readFileSync(told, 'utf8')) };
}

/** Peak memory of a process that does nothing. */
export function emptyPeak(folder) {
  return run([process.execPath, ...preload, path('../startup/empty.mjs')], folder).peakBytes;
}

/**
 * Milliseconds until `upperhand advantages` says anything on a terminal, by `script` of util-linux; undefined where there is
 * none.
 */
export async function firstOutput(file, folder) {
  const words = [process.execPath, command, 'advantages', file, '--out', join(folder, 'out.tsv')];
  const start = process.hrtime.bigint();
  const child = spawn('script', ['-qec', words.map((word) => `'${word}'`).join(' '), '/dev/null'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ms = await new Promise((resolve) => {
    child.on('error', () => resolve(undefined));
    child.stdout.once('data', () => resolve(Number(process.hrtime.bigint() - start) / 1e6));
    child.on('close', () => resolve(undefined));
  });
  child.stdout.resume();
  if (child.exitCode === null && ms !== undefined) {
    await new Promise((resolve) => child.once('close', resolve));
  }
  return ms;
}

/** Reads the advantages of a table. */
export function advantagesOf(out) {
  const [header, ...lines] = readFileSync(out, 'utf8').split('\n');
  const column = header.split('\t').indexOf('advantage');
  const end = lines.indexOf('');
  return lines.slice(0, end < 0 ? undefined : end).map((line) => Number(line.split('\t')[column]));
}
