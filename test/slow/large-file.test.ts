/**
 * Large files in bounded memory. The bound is 60 MB, 100 bytes a rollout and three times the longest line, above what
 * the command takes to print its version.
 */

import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const MB = 1e6;

let folder: string;
/** Peak memory of the command when it has nothing to do. */
let idle: number;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'upperhand-large-'));
  idle = upperhand('--version').peak;
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function upperhand(...args: string[]): { peak: number } {
  const preload = pathToFileURL(join(import.meta.dirname, 'report-memory.mjs')).href;
  const command = ['--import', preload, join(root, 'dist/cli/bin.js'), ...args];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30 } as const;
  const { status, stderr } = spawnSync(process.execPath, command, options);
  const [, peak] = stderr.match(/^peak memory: (\d+) bytes$/m) ?? [];
  expect({ status, measured: peak !== undefined }, stderr).toEqual({ status: 0, measured: true });
  return { peak: Number(peak) };
}

/** Writes rollouts of about `lineBytes` in groups of eight until the file has `bytes`; says what it wrote. */
function writeRollouts(path: string, bytes: number, lineBytes: number) {
  const file = openSync(path, 'w');
  const text = 'x'.repeat(lineBytes);
  let rollouts = 0;
  let longest = 0;
  for (let size = 0; size < bytes; ) {
    const lines: string[] = [];
    const block = Math.max(1, Math.min(800, Math.floor(1e6 / lineBytes)));
    for (let i = 0; i < block; i++, rollouts++) {
      const task = `task-${rollouts >> 3}`;
      const reward = ((rollouts * 7919) % 11) / 10;
      lines.push(`${JSON.stringify({ task_id: task, name: 'solver', reward, text })}\n`);
    }
    longest = Math.max(longest, ...lines.map((line) => line.length));
    size += writeSync(file, lines.join(''));
  }
  closeSync(file);
  return { rollouts, longest };
}

it.each([
  ['100 000 long rollouts', 600 * MB, 5_800],
  ['6 million short rollouts', 600 * MB, 20],
  ['lines of 20 MB', 600 * MB, 20 * MB],
])('scores 600 MB of %s in bounded memory', (_, bytes, lineBytes) => {
  const path = join(folder, 'rollouts.jsonl');
  const out = join(folder, 'advantages.jsonl');
  const { rollouts, longest } = writeRollouts(path, bytes, lineBytes);
  const { peak } = upperhand('advantages', path, '--format', 'jsonl', '--out', out);

  const written = readFileSync(out);
  let lines = 0;
  for (const byte of written) if (byte === 10) lines++;
  expect(lines).toBe(rollouts);
  expect(peak - idle).toBeLessThan(60 * MB + 100 * rollouts + 3 * longest);
});
