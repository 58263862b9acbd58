import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'upperhand-bin-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in a process of its own. */
function start(
  args: readonly string[],
  { stdin = '', leaveAfterFirst = false } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'ts/cli/bin.ts', ...args], {
    cwd: root,
  });
  const pieces = { out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => {
    pieces.out += data.toString();
    if (leaveAfterFirst) child.stdout.destroy();
  });
  child.stderr.on('data', (data: Buffer) => {
    pieces.err += data.toString();
  });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, ...pieces }));
  });
}

describe('the upperhand process', () => {
  it('reads stdin, writes stdout, and keeps stderr for problems', async () => {
    const stdin = '{"task_id": "t", "reward": 1}\n{"task_id": "t", "reward": 0}\nbroken\n';
    const { code, out, err } = await start(['advantages', '-', '--format', 'jsonl'], { stdin });
    expect(code).toBe(3);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).advantage),
    ).toEqual([0.999998000004, -0.999998000004]);
    expect(err).toBe('<stdin>:3: malformed-json: not valid JSON: "broken"\n');
  });

  it('ends quietly when the reader goes away', async () => {
    const path = join(folder, 'many.jsonl');
    writeFileSync(
      path,
      '{"task_id": "t", "reward": 1}\n{"task_id": "t", "reward": 0}\n'.repeat(50_000),
    );
    const { code, err } = await start(['advantages', path], { leaveAfterFirst: true });
    expect([code, err]).toEqual([0, '']);
  });

  it('ends with 2 for a wrong command line', async () => {
    const { code, out, err } = await start(['advantages', 'x', '--estimator', 'GRPO']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^error: unknown advantage estimator "GRPO"; known: grpo, .*\n$/);
  });
});
