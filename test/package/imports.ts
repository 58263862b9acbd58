import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseAst } from 'rollup/parseAst';

interface ImportGraph {
  /** The built files that are reached, absolute. */
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

/** Everything that a built module imports, directly or not. */
export function importGraph(entry: string, { later = true }: ImportGraphOptions = {}): ImportGraph {
  const graph: ImportGraph = { files: new Set(), outside: new Set(), computed: [] };
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (graph.files.has(file)) continue;
    graph.files.add(file);
    const code = readFileSync(file, 'utf8');
    for (const { type, source, start, end } of importsOf(parseAst(code))) {
      const path = source.value;
      if (type === 'ImportExpression' && !later) continue;
      if (typeof path !== 'string') graph.computed.push(`${file}: ${code.slice(start, end)}`);
      else if (/^\.{1,2}\//.test(path)) waiting.push(resolve(dirname(file), path));
      else graph.outside.add(path);
    }
  }
  return graph;
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
