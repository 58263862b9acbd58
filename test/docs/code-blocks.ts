import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root: string = resolve(import.meta.dirname, '../..');

/** The pages for people: those at the root of the repository, and docs/. */
export const pages: readonly string[] = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export function readPage(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** One fenced block of a page. */
export interface CodeBlock {
  readonly page: string;
  /** Of its first line of code, counted from 1. */
  readonly line: number;
  /** First word after the fence: `ts`, `console`, … */
  readonly language: string;
  /** The rest of that line: the file that the block is to be written to. */
  readonly path: string;
  readonly text: string;
}

export function codeBlocks(page: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  const lines = readPage(page).split('\n');
  let start = -1;
  lines.forEach((line, i) => {
    if (!line.startsWith('```')) return;
    if (start < 0) {
      start = i;
      return;
    }
    const [language = '', path = ''] = (lines[start] as string).slice(3).trim().split(/\s+/);
    const text = `${lines.slice(start + 1, i).join('\n')}\n`;
    blocks.push({ page, line: start + 2, language, path, text });
    start = -1;
  });
  if (start >= 0) throw new Error(`${page}:${start + 1}: the code block has no end`);
  return blocks;
}

/** One table of a page: under which heading it stands, and its cells without code marks. */
export interface PageTable {
  readonly heading: string;
  readonly line: number;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

export function pageTables(page: string): PageTable[] {
  const cells = (line: string): string[] =>
    line
      .replace(/^\s*\|/, '')
      .replace(/\|\s*$/, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('`', '').replaceAll('\\|', '|'));
  const tables: PageTable[] = [];
  const lines = readPage(page).split('\n');
  let heading = '';
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
    if (!line.startsWith('|') || !/^\|[-:| ]+\|$/.test(lines[i + 1] ?? '')) continue;
    const names = cells(line);
    const table = { heading, line: i + 1, rows: [] as Record<string, string>[] };
    for (i += 2; lines[i]?.startsWith('|'); i++) {
      const row = cells(lines[i] as string);
      table.rows.push(Object.fromEntries(names.map((name, c) => [name, row[c] ?? ''])));
    }
    tables.push(table);
  }
  return tables;
}
