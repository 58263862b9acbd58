import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CodeBlock, codeBlocks, root } from './code-blocks.ts';
import { runCode } from './run-code.ts';

/** The blocks of the page that are files, or lines of files, in its order; under names that nobody gives. */
const [file, table, check, exported, slow] = codeBlocks('docs/adding-an-estimator.md')
  .filter(({ path }) => path !== '')
  .map((block) => ({ ...block, path: renamed(block.path), text: renamed(block.text) })) as [
  CodeBlock,
  CodeBlock,
  CodeBlock,
  CodeBlock,
  CodeBlock,
];

/** The repository may have an estimator of the name that the page uses. */
function renamed(text: string): string {
  return text
    .replaceAll('lite-ppo', 'lite-ppo-of-the-page')
    .replaceAll('lite_ppo', 'lite_ppo_of_the_page')
    .replaceAll('LitePpo', 'LitePpoOfThePage');
}

/** A copy of the sources in which the page is followed to the letter. */
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'upperhand-docs-'));
  for (const name of [
    'ts',
    'test/support/slow-oracle.ts',
    'package.json',
    'tsconfig.json',
    'tsconfig.universal.json',
    'universal-globals.d.ts',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');

  writeFileSync(join(copy, file.path), file.text);
  const [line, entry] = table.text.split('\n') as [string, string];
  edit(table.path, (text) => insertAt(text, text.lastIndexOf('\nimport ') + 1, `${line}\n`));
  addEntry(table.path, 'builtInEstimators', `${entry}\n`);
  edit(exported.path, (text) => `${exported.text}${text}`);
  addEntry(slow.path, 'slowEstimators', slow.text);
});

afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

function edit(path: string, change: (text: string) => string): void {
  const place = join(copy, path);
  writeFileSync(place, change(readFileSync(place, 'utf8')));
}

/** Puts lines at the end of a table. */
function addEntry(path: string, name: string, lines: string): void {
  edit(path, (text) =>
    insertAt(text, text.indexOf('\n};', text.indexOf(`export const ${name}`)) + 1, lines),
  );
}

function insertAt(text: string, at: number, lines: string): string {
  expect(at).toBeGreaterThan(0);
  return text.slice(0, at) + lines + text.slice(at);
}

it('one file and its entry in the table are all', () => {
  expect(table.text.trimEnd().split('\n')).toHaveLength(2);
  expect([table, exported, slow].map(({ path }) => path)).toEqual([
    'ts/estimators/built-ins.ts',
    'ts/index.ts',
    'test/support/slow-oracle.ts',
  ]);
});

it('gives an estimator that is registered, described and computes', async () => {
  expect(await runCode(check, { sources: copy })).toMatchObject({ code: 0, stderr: '' });
});

it('keeps the promise of its doc comment, with what the package exports', async () => {
  const [, code = '', value = ''] = /@example\n \* (.*;) (\/\/ .*)\n/.exec(file.text) ?? [];
  const [name] = /\w+/.exec(code) ?? [];
  const text = `import { ${name} } from './ts/index.ts';\n${code} ${value}\n`;
  const ran = await runCode({ ...file, text }, { sources: copy });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
});

it('gives the bits of its slow form', async () => {
  const text = `
import { builtInEstimators } from './${table.path}';
import { slowEstimators } from './${slow.path}';
const [name, estimator] = Object.entries(builtInEstimators).at(-1);
const groups = [[1, 0, 0, 1], [0.2, 0.9, 0.1], [], [0.5, 0.5], [0.7]];
estimator(groups).advantages.toArrays().toString() === slowEstimators[name](groups).toString(); // true
`;
  const ran = await runCode({ ...slow, text }, { sources: copy });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
});

it('gives a command that knows it', () => {
  const args = ['--import', 'tsx', 'ts/cli/bin.ts', 'estimators'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^lite_ppo_of_the_page\t/);
});

it('type-checks as a universal module', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', join(copy, 'tsconfig.universal.json')];
  expect(spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stdout: '',
  });
});
