import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CodeBlock, codeBlocks, root } from './code-blocks.ts';

/** The blocks of the page that are files, or lines of files, in its order. */
const [file, list, sample] = codeBlocks('docs/adding-a-format.md').filter(
  ({ path }) => path !== '',
) as [CodeBlock, CodeBlock, CodeBlock];

/** A copy of the sources in which the page is followed to the letter. */
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'upperhand-docs-'));
  for (const name of [
    'ts',
    'docs/formats.md',
    'test/rollouts/formats',
    'test/rollouts/read.ts',
    'test/support/leaves-nothing.ts',
    'package.json',
    'tsconfig.json',
    'tsconfig.universal.json',
    'universal-globals.d.ts',
    'vitest.config.ts',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');

  writeFileSync(join(copy, file.path), file.text);
  const [line, entry] = list.text.split('\n') as [string, string];
  edit(list.path, (text) => insertBefore(text, '\n/** All formats', `${line}\n`));
  edit(list.path, (text) => insertBefore(text, '  // Others come before these two', `${entry}\n`));
  edit(sample.path, (text) => insertBefore(text, '  jsonl: ', sample.text));
  const row = '| `tutor` | tutor answers | `exercise_id` | – | `mark` | `answer_no` | roles | |';
  edit('docs/formats.md', (text) => insertBefore(text, '| `jsonl` |', `${row}\n`));
});

afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

function edit(path: string, change: (text: string) => string): void {
  const place = join(copy, path);
  writeFileSync(place, change(readFileSync(place, 'utf8')));
}

function insertBefore(text: string, what: string, lines: string): string {
  expect(text.split(what)).toHaveLength(2);
  return text.replace(what, () => lines + what);
}

function node(...args: string[]) {
  return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
}

it('passes the tests that hold for all formats', () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const detect = 'test/rollouts/formats/detect.test.ts';
  const { status, stdout } = node(vitest, 'run', '--reporter=verbose', detect);
  expect(stdout).toContain('tutor is told by its fields');
  expect(status).toBe(0);
});

it('gives commands that know it, and read it unasked', () => {
  const rows = [0, 1].map((mark) => `{"exercise_id":"e","answer_no":${mark},"mark":${mark}}\n`);
  writeFileSync(join(copy, 'answers.jsonl'), rows.join(''));
  const { stdout } = node('--import', 'tsx', 'ts/cli/bin.ts', 'inspect', 'answers.jsonl', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ formats: [{ format: 'tutor', rollouts: 2 }] });
});

it('type-checks as a universal module', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  expect(node(tsc, '-p', 'tsconfig.universal.json')).toMatchObject({ status: 0, stdout: '' });
});
