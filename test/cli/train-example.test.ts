import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'upperhand-example-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = 'examples/train-yaml/config.yaml';

function upperhand(args: readonly string[], env: Record<string, string> = {}) {
  return spawnSync(process.execPath, [join(root, 'dist/cli/bin.js'), 'train', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1', ...env },
  });
}

it('trains, from a module in TypeScript', () => {
  const { stdout, stderr, status } = upperhand([config]);
  expect(status).toBe(0);
  const rewards = [...stderr.matchAll(/^step (\d)\/6: reward (\S+),/gm)].map(([, step, reward]) => [
    step,
    reward,
  ]);
  expect(rewards).toEqual([
    ['1', '0.250'],
    ['2', '0.500'],
    ['3', '0.750'],
    ['4', '1.000'],
    ['5', '1.000'],
    ['6', '1.000'],
  ]);
  expect(stdout).toMatch(
    /^all epochs are done: 6 steps, 3 epochs in \d+s, reward 1\.000, pass@1 1\.000$/m,
  );
});

it('trains as its README says with --out', () => {
  const overrides = ['rllm.rollout.n=8', 'rllm.algorithm.adv_estimator=grpo'];
  expect(upperhand([config, ...overrides, '--out', folder]).status).toBe(0);
  const written = readFileSync(join(folder, 'config.yaml'), 'utf8');
  expect(written).toContain('experiment_name: grpo-8 # config.yaml:');
  const lines = readFileSync(join(folder, 'metrics.jsonl'), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeGreaterThanOrEqual(6);
});

it('prints its config as its README says', () => {
  const { stdout, status } = upperhand([config, '--print-config'], { MAX_TOKENS: '64' });
  expect(status).toBe(0);
  expect(stdout).toContain('max_tokens: 64 # config.yaml:');
});
