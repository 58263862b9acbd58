import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBuilt } from '../../scripts/build.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'upperhand-bin-'));
beforeAll(() => {
  if (!isBuilt()) throw new Error('dist/ is missing or older than its sources: `npm run build`');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command, as it was built, in a process of its own. */
function start(
  args: readonly string[],
  { stdin = '', leaveAfterFirst = false } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, ['dist/cli/bin.js', ...args], { cwd: root });
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

  it.each([['help'], ['help', 'convert'], ['--help'], ['convert', '--help']])(
    'ends well where its help was asked for: %s %s',
    async (...args) => {
      const { code, out, err } = await start(args);
      expect([code, out.split(' ')[0], err]).toEqual([0, 'Usage:', '']);
    },
  );

  // A device that is always full, of Linux.
  it.skipIf(!existsSync('/dev/full'))('fails where its output has no room', () => {
    const full = openSync('/dev/full', 'w');
    try {
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--import', 'tsx', 'ts/cli/bin.ts', '--help'],
        { cwd: root, stdio: ['ignore', full, 'pipe'], encoding: 'utf8' },
      );
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^error: cannot write to stdout: ENOSPC/),
      ]);
    } finally {
      closeSync(full);
    }
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

  it('runs modules first that register estimators', async () => {
    const module = join(folder, 'mine.mjs');
    const index = new URL('../../dist/index.js', import.meta.url);
    writeFileSync(
      module,
      `import { registerAdvEstimator } from '${index}';
       registerAdvEstimator('doubled', ({ values }) => ({ advantages: values.map((r) => 2 * r) }));\n`,
    );
    const stdin = '{"task_id": "t", "reward": 1}\n{"task_id": "t", "reward": 0.25}\n';
    const options = ['--estimator', 'doubled', '--import', module, '--format', 'jsonl'];
    const { code, out, err } = await start(['advantages', '-', ...options], { stdin });
    expect([code, err]).toEqual([0, '']);
    const advantages = out.trimEnd().split('\n');
    expect(advantages.map((line) => JSON.parse(line).advantage)).toEqual([2, 0.5]);
    const listed = await start(['estimators', '--import', module]);
    expect(listed.out).toContain('\ndoubled\t');
  });

  it('runs such a module of TypeScript, by tsx where Node does not', async () => {
    const build = join(root, 'build');
    mkdirSync(build, { recursive: true });
    // Where tsx is found.
    const beside = mkdtempSync(join(build, 'bin-'));
    const module = join(beside, 'mine.ts');
    const index = new URL('../../dist/index.js', import.meta.url);
    writeFileSync(
      module,
      `import { registerAdvEstimator } from '${index}';
       const half = (reward: number): number => reward / 2;
       registerAdvEstimator('halved', ({ values }) => ({ advantages: values.map(half) }));\n`,
    );
    const { code, out } = await start(['estimators', '--import', module]);
    rmSync(beside, { recursive: true });
    expect([code, out]).toEqual([0, expect.stringContaining('\nhalved\t')]);
  });

  it('tells what is wrong with such a module in one line', async () => {
    const module = join(folder, 'broken.mjs');
    writeFileSync(module, `throw new Error('not today');\n`);
    expect(await start(['advantages', 'x', '--import', module])).toEqual({
      code: 2,
      out: '',
      err: `error: cannot import ${module}: not today (${module}:1)\n`,
    });
  });

  it('fails when a module never comes to its end', async () => {
    const module = join(folder, 'never.mjs');
    writeFileSync(module, 'await new Promise(() => {});\n');
    expect(await start(['train', module])).toEqual({
      code: 1,
      out: '',
      err: 'error: what was awaited never came: a promise of your code never settles\n',
    });
  });

  it('ends with 2 for a wrong command line', async () => {
    const { code, out, err } = await start(['advantages', 'x', '--estimator', 'GRPO']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^error: unknown advantage estimator "GRPO"; known: grpo, .*\n$/);
  });
});
