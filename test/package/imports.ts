import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseAst } from 'rollup/parseAst';
import { packageJson } from './packed.ts';

interface ImportGraph {
  /** The files that are reached, relative to the package. */
  files: Set<string>;
  /** What is imported from outside: packages and `node:` modules. */
  outside: Set<string>;
  /** Imports whose path is computed, as `file: code`. */
  computed: string[];
}

interface ImportGraphOptions {
  /** Whether to follow `import()`, too. Default true; false gives what is loaded together with the entry. */
  readonly later?: boolean;
}

/**
 * Everything that a module of a built package imports, directly or not. A `#name` leads to each of the files that
 * package.json gives for it.
 */
export function importGraph(
  folder: string,
  entry: string,
  { later = true }: ImportGraphOptions = {},
): ImportGraph {
  const graph: ImportGraph = { files: new Set(), outside: new Set(), computed: [] };
  const waiting = [posix.normalize(entry)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (graph.files.has(file)) continue;
    graph.files.add(file);
    if (!file.endsWith('.js')) continue;
    const code = readFileSync(join(folder, file), 'utf8');
    for (const { type, source, start, end } of importsOf(parseAst(code))) {
      const path = source.value;
      if (type === 'ImportExpression' && !later) continue;
      if (typeof path !== 'string') graph.computed.push(`${file}: ${code.slice(start, end)}`);
      else if (/^\.{1,2}\//.test(path)) waiting.push(posix.join(posix.dirname(file), path));
      else if (path in packageJson.imports) waiting.push(...targetsOf(packageJson.imports[path]));
      else graph.outside.add(path);
    }
  }
  return graph;
}

/** The files that an entry of `exports` or `imports` may lead to, relative to the package. */
export function targetsOf(entry: string | Record<string, string> = {}): string[] {
  return (typeof entry === 'string' ? [entry] : Object.values(entry)).map(posix.normalize);
}

interface ImportNode {
  type: string;
  start: number;
  end: number;
  source: { value?: unknown };
}

/** Each `import`, `export … from` and `import()` of a module. */
function* importsOf(tree: ReturnType<typeof parseAst>): Generator<ImportNode> {
  const waiting: unknown[] = [tree];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (value === null || typeof value !== 'object') continue;
    waiting.push(...Object.values(value));
    const node = value as Partial<ImportNode>;
    if (/^(Import|Export\w+)(Declaration|Expression)$/.test(node.type ?? '') && node.source) {
      yield node as ImportNode;
    }
  }
}

/** Whether a module awaits outside of any function, which would make loading it asynchronous. */
export function awaitsAtTopLevel(file: string): boolean {
  const waiting: unknown[] = [parseAst(readFileSync(file, 'utf8'))];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (value === null || typeof value !== 'object') continue;
    const { type, await: forAwait } = value as { type?: string; await?: boolean };
    if (type === 'AwaitExpression' || (type === 'ForOfStatement' && forAwait)) return true;
    if (!/Function/.test(type ?? '')) waiting.push(...Object.values(value));
  }
  return false;
}
