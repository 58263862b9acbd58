import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { type CodeBlock, root } from './code-blocks.ts';

/** A folder of this package, so that `upperhand` is the package that was built; git ignores it. */
export const workFolder: string = join(root, 'build', 'docs');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Code that runs first, for what the block takes for granted. */
  readonly before?: string;
  /** The folder that the block runs in, with the sources of a package in it. Default: this package, as it was built. */
  readonly sources?: string;
}

/**
 * Runs a block as a module of its own. A statement with `// value` after it must have that value, written as
 * Node's `util.inspect` would; with `// throws text` it must throw an error whose message holds the text.
 */
export async function runCode(block: CodeBlock, options: RunOptions = {}): Promise<Ran> {
  const { before = '', sources } = options;
  const { code } = await transformWithOxc(withChecks(block), 'block.ts');
  const folder = sources ?? workFolder;
  const file = join(folder, `${fileName(block)}.mjs`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${prelude}${before}\n${code}`);
  const args = sources === undefined ? [file] : ['--import', 'tsx', file];
  const settings = {
    cwd: sources ?? root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '' },
  } as const;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, settings, (_, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}

export function fileName({ page, line }: CodeBlock): string {
  return `${page.replace(/\.md$/, '').replaceAll('/', '-')}-${line}`;
}

/** How many values a block shows. */
export function countChecks({ text }: CodeBlock): number {
  return text.split('\n').filter((line) => trailingComment.test(line)).length;
}

const trailingComment = /^(\s*)(\S.*;)\s+\/\/ (.+)$/;

/** Replaces comments by checks; imports stay where they are, as only whole statements are touched. */
function withChecks({ page, line: first, text }: CodeBlock): string {
  return text
    .split('\n')
    .map((line, i) => {
      const [, indent, statement = '', comment = ''] = trailingComment.exec(line) ?? [];
      if (indent === undefined) return line;
      const shown = JSON.stringify(comment);
      const place = JSON.stringify(`${page}:${first + i}`);
      const thrown = /^throws (.+)$/.exec(comment)?.[1];
      if (thrown)
        return `${indent}__throws(() => { ${statement} }, ${JSON.stringify(thrown)}, ${place});`;
      const name = /^(?:const|let) (\w+)/.exec(statement)?.[1];
      if (name) return `${indent}${statement} __is(${name}, ${shown}, ${place});`;
      const expression = /^console\.log\((.*)\);$/.exec(statement)?.[1] ?? statement.slice(0, -1);
      return `${indent}__is(${expression}, ${shown}, ${place});`;
    })
    .join('\n');
}

const prelude = `\
import { inspect as __inspect } from 'node:util';
const __plain = (text) => text.replace(/(\\w+Array)\\(\\d+\\)/g, '$1').replace(/(Set|Map)\\(\\d+\\)/g, '$1')
  .replace(/([[{]) /g, '$1').replace(/ ([\\]}])/g, '$1').replace('[Object: null prototype] ', '');
const __is = (value, comment, place) => {
  const shown = __plain(__inspect(value, { depth: 9, breakLength: Infinity, maxArrayLength: 999 }));
  if (shown !== __plain(comment)) throw new Error(place + ': says ' + comment + ', is ' + shown);
};
const __throws = (statement, text, place) => {
  let message;
  try { statement(); } catch (error) { message = error.name + ': ' + error.message; }
  if (message === undefined) throw new Error(place + ': does not throw');
  if (!message.includes(text)) throw new Error(place + ': throws ' + message);
};
`;
