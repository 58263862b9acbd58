import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'upperhand-trailing-'));
const packed = gzipSync('{"task_id": "a", "reward": 1}\n{"task_id": "a", "reward": 0}\n');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, behind: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat([packed, behind]));
  return path;
}

const padded = file('padded.jsonl.gz', new Uint8Array(300));
const whole = file('whole.jsonl.gz', new Uint8Array(0));
const torn = file('torn.jsonl.gz', Buffer.from('no gzip'));
const commands: [string, (path: string) => string[]][] = [
  ['advantages', (path) => ['advantages', path]],
  ['inspect', (path) => ['inspect', path]],
  ['explain', (path) => ['explain', path, '--rollout', '1']],
  ['report', (path) => ['report', path, '--out', join(folder, 'report.html'), '--force']],
  ['compare', (path) => ['compare', path, whole]],
  ['convert', (path) => ['convert', path, join(folder, 'out.jsonl'), '--force']],
];

describe('bytes behind the last member of a gzip file', () => {
  it.each(commands)('are told of by %s, and cost nothing where they are 0', async (_, args) => {
    const { code, err } = await run(args(padded));
    expect(code).toBe(0);
    expect(err).toContain('trailing-bytes: the last 300 packed bytes, from byte ');
  });

  it.each(commands)('are told of by %s, and make its result incomplete', async (_, args) => {
    const { code, err } = await run(args(torn));
    expect([code, err]).toEqual([3, expect.stringContaining('the last 7 packed bytes')]);
  });
});
