import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

let clone: string;

/** `.ci/run` beside an npm that prints what it is asked, writes a report of tests, and fails on demand; nothing is installed. */
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'upperhand-ci-'));
  cpSync(join(root, '.ci'), join(clone, '.ci'), { recursive: true });
  cpSync(join(root, 'scripts'), join(clone, 'scripts'), { recursive: true });
  const report = {
    numPassedTests: 41,
    numFailedTests: 0,
    numPendingTests: 2,
    numTodoTests: 1,
  };
  write(
    'bin/npm',
    `#!/usr/bin/env bash
     echo "npm $* CI=$CI required=$UPPERHAND_REQUIRE_ORACLE"
     for arg in "$@"; do
       case "$arg" in --outputFile.json=*) echo '${JSON.stringify(report)}' >"\${arg#*=}" ;; esac
     done
     [ "\${FAIL_AT:-none}" != "$*" ]\n`,
  );
  chmodSync(join(clone, 'bin/npm'), 0o755);
  write('scripts/setup-rust-wasm.sh', 'echo "rust setup"; touch "$HOME/.rust-wasm-env"\n');
});

afterEach(() => {
  rmSync(clone, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(join(clone, path, '..'), { recursive: true });
  writeFileSync(join(clone, path), text);
}

function ci(env: Record<string, string> = {}) {
  const { status, stdout } = spawnSync('bash', ['.ci/run'], {
    cwd: clone,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${join(clone, 'bin')}${delimiter}${process.env.PATH}`,
      HOME: clone,
      UPPERHAND_ORACLE: '/some/oracle',
      ...env,
    },
  });
  const lines = stdout.trimEnd().split('\n');
  const commands = lines.filter((line) => line.startsWith('npm ') || line.startsWith('rust '));
  return { status, lines, commands };
}

const settings = 'CI=true required=1';
const afterTests = [
  `npm run lint ${settings}`,
  `npm run typecheck ${settings}`,
  `npm run knip ${settings}`,
  `npm run check:package ${settings}`,
  `npm run test:runtimes -- --require --install node chromium ${settings}`,
  'rust setup',
  `npm run parity -- /some/oracle/golden ${settings}`,
  `npm run parity -- /some/oracle/frameworks/golden ${settings}`,
  `npm run test:rust ${settings}`,
  `npm run verify:wasm ${settings}`,
];

const { error: noBash } = spawnSync('bash', ['--version']);
if (noBash) process.stderr.write('SKIPPED ".ci/run": there is no bash on the path\n');

describe.skipIf(noBash)('.ci/run', () => {
  it('runs the tests first, then every other check, and ends with the counts', () => {
    const { status, lines, commands } = ci();
    expect(status).toBe(0);
    expect(commands[0]).toMatch(/^npm test -- --reporter=default --reporter=json /);
    expect(commands.slice(1)).toEqual(afterTests);
    expect(lines.at(-1)).toBe('41 passed, 0 failed, 3 skipped');
  });

  it('stops at the first failure and names it', () => {
    const { status, lines, commands } = ci({ FAIL_AT: 'run typecheck' });
    expect(status).toBe(1);
    expect(commands.slice(1)).toEqual(afterTests.slice(0, 2));
    expect(lines.at(-1)).toMatch(/^FAILED: types \(exit 1, after \d+ s\)$/);
  });

  it('fails when a step has no script', () => {
    rmSync(join(clone, 'scripts/setup-rust-wasm.sh'), { force: true });
    const { status, lines } = ci();
    expect(status).not.toBe(0);
    expect(lines.at(-1)).toMatch(/^FAILED: Rust toolchain /);
  });
});
