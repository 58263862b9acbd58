import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CodeBlock, codeBlocks, root } from './code-blocks.ts';
import { runCode } from './run-code.ts';

/** The blocks of the page that are files, in its order. */
const [file, table, check] = codeBlocks('docs/adding-an-estimator.md').filter(
  ({ path }) => path !== '',
) as [CodeBlock, CodeBlock, CodeBlock];

/** A copy of the sources in which the page is followed to the letter. */
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'upperhand-docs-'));
  cpSync(join(root, 'ts'), join(copy, 'ts'), { recursive: true });
  for (const name of [
    'package.json',
    'tsconfig.json',
    'tsconfig.universal.json',
    'universal-globals.d.ts',
  ])
    cpSync(join(root, name), join(copy, name));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');

  expect(existsSync(join(copy, file.path))).toBe(false);
  writeFileSync(join(copy, file.path), file.text);
  const [line, entry] = table.text.split('\n') as [string, string];
  const path = join(copy, table.path);
  const text = readFileSync(path, 'utf8');
  const lastImport = text.lastIndexOf('\nimport ') + 1;
  const end = text.indexOf('\n};', lastImport) + 1;
  expect([lastImport > 0, end > lastImport]).toEqual([true, true]);
  writeFileSync(
    path,
    `${text.slice(0, lastImport)}${line}\n${text.slice(lastImport, end)}${entry}\n${text.slice(end)}`,
  );
});

afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

it('one file and its entry in the table are all', () => {
  expect(table.text.trimEnd().split('\n')).toHaveLength(2);
});

it('gives an estimator that is registered, described and computes', async () => {
  expect(await runCode(check, { sources: copy })).toMatchObject({ code: 0, stderr: '' });
});

it('keeps the promise of its doc comment', async () => {
  const [, code = '', value = ''] = /@example\n \* (.*;) (\/\/ .*)\n/.exec(file.text) ?? [];
  const text = `import { calculateLitePpoAdvantages } from './${file.path}';\n${code} ${value}\n`;
  const ran = await runCode({ ...file, text }, { sources: copy });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
});

it('gives a command that knows it', () => {
  const args = ['--import', 'tsx', 'ts/cli/bin.ts', 'estimators'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^lite_ppo\t/);
});

it('type-checks as a universal module', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', join(copy, 'tsconfig.universal.json')];
  expect(spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stdout: '',
  });
});
