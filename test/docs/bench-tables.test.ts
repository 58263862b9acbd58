import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from './code-blocks.ts';

it("README's tables are those of the newest results (node bench/readme.mjs)", () => {
  const { status, stderr } = spawnSync(process.execPath, ['bench/readme.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
