// Public case 92: a file of 600 MB, more than the longest string, is read in memory bounded by 60 MB, 100 bytes a rollout
// and three times the longest line above what an empty Node process takes.

import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'upperhand-large-'));
const MEGABYTE = 1e6;

interface Generated {
  readonly path: string;
  readonly rollouts: number;
  readonly longestLine: number;
}

beforeAll(() => {
  const built = spawnSync(process.execPath, ['scripts/setup.mjs', '--build'], { cwd: root });
  if (built.status !== 0) throw new Error(built.stderr.toString());
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Rollouts as NeMo Gym writes them, in lines of about the given length. */
function generate(name: string, bytes: number, lineBytes: number, groupSize: number): Generated {
  const path = join(folder, name);
  const file = openSync(path, 'w');
  const sentence = 'The agent looks at "the board", thinks \\ about it — and answers. ';
  const content = sentence.repeat(Math.max(1, Math.round((lineBytes - 200) / 72)));
  let [rollouts, written, longestLine] = [0, 0, 0];
  while (written < bytes) {
    let batch = '';
    while (batch.length < MEGABYTE && written + batch.length < bytes) {
      const line = `${JSON.stringify({
        _ng_task_index: Math.floor(rollouts / groupSize),
        _ng_rollout_index: rollouts % groupSize,
        reward: ((rollouts * 7919) % 1000) / 1000,
        agent_ref: { name: 'solver' },
        responses_create_params: { input: [{ role: 'user', content }] },
      })}\n`;
      longestLine = Math.max(longestLine, Buffer.byteLength(line));
      batch += line;
      rollouts++;
    }
    written += writeSync(file, batch);
  }
  closeSync(file);
  return { path, rollouts, longestLine };
}

/** The most memory that a Node process took, in bytes; it leaves the number in a file when it ends. */
function peakMemory(args: readonly string[]): { readonly bytes: number; readonly out: string } {
  const note = join(folder, 'peak');
  const hook = `import { writeFileSync } from 'node:fs';
    process.on('exit', () => writeFileSync(${JSON.stringify(note)}, String(process.resourceUsage().maxRSS)));`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, ...args],
    { cwd: root, maxBuffer: 1 << 30 },
  );
  if (status !== 0) throw new Error(stderr.toString());
  return { bytes: 1024 * Number(readFileSync(note, 'utf8')), out: stdout.toString() };
}

function check({ path, rollouts, longestLine }: Generated, ...options: string[]): void {
  const empty = peakMemory(['-e', '0']).bytes;
  const out = join(folder, 'out');
  const { bytes } = peakMemory(['dist/cli/bin.js', 'advantages', path, '--out', out, ...options]);
  const allowed = 60 * MEGABYTE + 100 * rollouts + 3 * longestLine;
  const measured = `${((bytes - empty) / MEGABYTE).toFixed(0)} MB of ${(allowed / MEGABYTE).toFixed(0)} MB`;
  process.stderr.write(`${rollouts} rollouts, ${options.join(' ')}: ${measured}\n`);
  expect(bytes - empty, measured).toBeLessThan(allowed);
}

describe('a file of 600 MB', () => {
  it('in groups of eight', () => {
    const file = generate('groups.jsonl', 600 * MEGABYTE, 1000, 8);
    check(file, '--format', 'jsonl');
    check(file, '--format', 'json', '--estimator', 'prpo');
    const last = readFileSync(join(folder, 'out'), 'utf8');
    expect(JSON.parse(last).rollouts).toHaveLength(file.rollouts);
    rmSync(file.path);
  });

  it('in which each rollout has a task of its own', () => {
    const file = generate('single.jsonl', 600 * MEGABYTE, 1000, 1);
    check(file, '--format', 'jsonl');
    rmSync(file.path);
  });

  it('in lines of 20 MB', () => {
    const file = generate('long.jsonl', 600 * MEGABYTE, 20 * MEGABYTE, 8);
    check(file, '--format', 'jsonl');
    rmSync(file.path);
  });
});
