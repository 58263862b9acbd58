import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, transformWithOxc } from 'vite';
import * as local from '../../ts/backends/local/index.ts';
import * as index from '../../ts/index.ts';
import * as kernels from '../../ts/kernels/index.ts';
import * as trainer from '../../ts/trainer/index.ts';
import { root } from './code-blocks.ts';

/** One `@example` of a doc comment under `ts/`. */
export interface Example {
  readonly file: string;
  /** Of its first line of code, counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** All examples of those of the given folders of `ts/` that there are. */
export function examplesOf(folders: readonly string[]): Example[] {
  const present = folders.filter((folder) => existsSync(join(root, 'ts', folder)));
  return present.flatMap((folder) =>
    readdirSync(join(root, 'ts', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('generated'))
      .sort()
      .flatMap((name) => examplesIn(`ts/${folder}/${name.replaceAll('\\', '/')}`)),
  );
}

function examplesIn(file: string): Example[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap((comment) => {
    const first = source.slice(0, comment.index).split('\n').length;
    const lines = comment[0].split('\n').map((line) => line.replace(/^\s*(\*\/|\* ?)/, ''));
    return lines.flatMap((line, i) => {
      if (line.trim() !== '@example') return [];
      const rest = lines.slice(i + 1);
      const end = rest.findIndex((other) => /^@\w+/.test(other));
      const text = rest.slice(0, end < 0 ? undefined : end).join('\n');
      return [{ file, line: first + i + 1, text: text.trimEnd() }];
    });
  });
}

/** A statement of an example and the value that stands after it. */
export interface Shown {
  readonly statement: string;
  readonly value: unknown;
  /** What the comment says, read as a value. */
  readonly says: unknown;
}

/**
 * Runs an example with everything that the entries `upperhand`, `upperhand/kernels`, `upperhand/trainer` and
 * `upperhand/local` export in scope, and gives the statements that have a `// value` after them.
 *
 * @param scope - what the example takes for granted besides, by name
 */
export async function runExample(
  { file, text }: Example,
  scope: Readonly<Record<string, unknown>> = {},
): Promise<Shown[]> {
  const shown: Shown[] = [];
  const names: Record<string, unknown> = { ...kernels, ...trainer, ...local, ...index, ...scope };
  names.__show = (value: unknown, says: unknown, statement: string): void => {
    // Examples may go on and change what they showed.
    shown.push({ statement, value: structuredClone(value), says });
  };
  const { code } = await transformWithOxc(withValues(text), file);
  // A block of its own, in which names of the entries may be declared anew.
  const run = new AsyncFunction(...Object.keys(names), `'use strict';\n{${code}}`);
  await run(...Object.values(names));
  return shown;
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...args: string[]
) => (...args: unknown[]) => Promise<void>;

/** Wraps each expression statement that a comment follows: `__show(expression, value of the comment)`. */
function withValues(text: string): string {
  const { program, errors } = parseSync('example.ts', text, { lang: 'ts', sourceType: 'module' });
  if (errors.length > 0) throw new Error(`${errors[0]?.message}\n${text}`);
  let code = text;
  for (const { type, start, end } of [...program.body].reverse()) {
    const comment = /^[ ;]*\/\/ (.+)/.exec(text.slice(end))?.[1];
    if (type !== 'ExpressionStatement' || comment === undefined) continue;
    const expression = text.slice(start, end).replace(/;$/, '');
    const says = `(${readable(comment)})`;
    code = `${code.slice(0, start)}__show(${expression}, ${says}, ${JSON.stringify(expression)});${code.slice(end)}`;
  }
  return code;
}

/** A value as `console.log` writes it, as an expression. */
function readable(comment: string): string {
  return comment
    .replace(/^(\w+Array) (\[.*\])$/, '$1.from($2)')
    .replace(/^Set \{(.*)\}$/, 'new Set([$1])')
    .replace(/^Map \{(.*)\}$/, (_, entries) => `new Map([${entries.replaceAll(' => ', ', ')}])`);
}
