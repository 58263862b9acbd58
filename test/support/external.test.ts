import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { dataDir, oracleDir } from './external.ts';

const root = resolve(import.meta.dirname, '../..');

/** Runs the suite of fixtures/outside.test.ts, which reads `oracle`, in a process of its own. */
function runOutside(oracle: string, required: '0' | '1') {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--root', 'test/support/fixtures', '--reporter=json'];
  const env = { ...process.env, UPPERHAND_ORACLE: oracle, UPPERHAND_REQUIRE_ORACLE: required };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env,
  });
  const report = JSON.parse(stdout);
  const counts = [report.numPassedTests, report.numFailedTests, report.numPendingTests];
  return { status, counts, stdout, stderr };
}

it('finds the outside folders through the environment, else beside the project', () => {
  vi.stubEnv('UPPERHAND_ORACLE', '/somewhere/oracle');
  vi.stubEnv('UPPERHAND_DATA', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(oracleDir()).toBe(resolve('/somewhere/oracle'));
  expect(dataDir()).toBe(resolve(root, '../shared/data'));
});

it('runs a suite whose folder is there', () => {
  const oracle = mkdtempSync(join(tmpdir(), 'upperhand-oracle-'));
  try {
    mkdirSync(join(oracle, 'golden'));
    expect(runOutside(oracle, '1')).toMatchObject({ status: 0, counts: [1, 0, 0] });
  } finally {
    rmSync(oracle, { recursive: true });
  }
});

it('skips it with a line on stderr when the folder is not there', () => {
  const { status, counts, stderr } = runOutside('/nowhere', '0');
  expect({ status, counts }).toEqual({ status: 0, counts: [0, 0, 1] });
  expect(stderr).toMatch(/^SKIPPED "golden vectors": .* set UPPERHAND_ORACLE to the folder/m);
});

it('fails instead when UPPERHAND_REQUIRE_ORACLE=1', () => {
  const { status, counts, stdout } = runOutside('/nowhere', '1');
  expect({ status, counts }).toEqual({ status: 1, counts: [0, 1, 0] });
  expect(stdout).toContain('UPPERHAND_REQUIRE_ORACLE is set, and ');
});
