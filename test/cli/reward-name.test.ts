import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { jsonLines, run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'upperhand-reward-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, records: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, jsonLines(records));
  return path;
}

const plain = file(
  'plain.jsonl',
  [1, 0].map((score) => ({ task_id: 'a', name: 'solver', score })),
);
const gym = file(
  'gym.jsonl',
  [1, 0].map((reward, i) => ({
    _ng_task_index: 1,
    _ng_rollout_index: i,
    agent_ref: { name: 'solver' },
    responses_create_params: { input: [] },
    response: { output: [] },
    reward,
  })),
);
const out = join(folder, 'out');
const commands: [string, (path: string) => string[]][] = [
  ['advantages', (path) => ['advantages', path]],
  ['inspect', (path) => ['inspect', path]],
  ['inspect --show', (path) => ['inspect', path, '--show', '1']],
  ['explain', (path) => ['explain', path, '--rollout', '1']],
  ['report', (path) => ['report', path, '--out', `${out}.html`, '--force']],
  ['compare', (path) => ['compare', path, path === plain ? plain2 : gym2]],
  ['convert', (path) => ['convert', path, `${out}.jsonl`, '--force']],
];
const plain2 = file('plain2.jsonl', [{ task_id: 'a', name: 'solver', score: 1 }]);
const gym2 = join(folder, 'gym2.jsonl');
writeFileSync(gym2, readFileSync(gym));

describe('--reward', () => {
  it.each(commands)('names the field of plain files for %s', async (_, args) => {
    const { code, err } = await run([...args(plain), '--reward', 'score']);
    expect([code, err]).toEqual([0, '']);
  });

  it.each(commands)('is said to be of no use where there is one, by %s', async (_, args) => {
    const { code, err } = await run([...args(gym), '--reward', 'score']);
    expect(code).toBe(0);
    expect(err).toContain(
      `${gym}:1: unused-reward-key: is of nemo-gym, where each rollout has one`,
    );
  });

  it('gives the advantages of that field', async () => {
    const { out: text } = await run([
      'advantages',
      plain,
      '--format',
      'jsonl',
      '--reward',
      'score',
    ]);
    expect(text.match(/"reward":\s?\d/g)?.map((found) => found.at(-1))).toEqual(['1', '0']);
  });
});
