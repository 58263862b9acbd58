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

/** Everything that a built module imports, at once or later, directly or not. */
export function importGraph(entry: string): ImportGraph {
  const graph: ImportGraph = { files: new Set(), outside: new Set(), computed: [] };
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (graph.files.has(file)) continue;
    graph.files.add(file);
    const code = readFileSync(file, 'utf8');
    for (const source of importsOf(parseAst(code))) {
      if (typeof source !== 'string') graph.computed.push(`${file}: ${code.slice(...source)}`);
      else if (/^\.{1,2}\//.test(source)) waiting.push(resolve(dirname(file), source));
      else graph.outside.add(source);
    }
  }
  return graph;
}

interface Node {
  type: string;
  start: number;
  end: number;
  source?: { type: string; value?: unknown } | null;
}

/** The paths of `import`, `export … from` and `import()`; where one is computed, its place in the code. */
function* importsOf(tree: ReturnType<typeof parseAst>): Generator<string | [number, number]> {
  const waiting: unknown[] = [tree];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (value === null || typeof value !== 'object') continue;
    waiting.push(...Object.values(value));
    const { type, source, start, end } = value as Node;
    if (!/^(Import|Export\w+)(Declaration|Expression)$/.test(type ?? '') || !source) continue;
    yield typeof source.value === 'string' ? source.value : [start, end];
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
