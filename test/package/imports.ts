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
    for (const { type, path, text } of readModule(join(folder, file)).imports) {
      if (type === 'ImportExpression' && !later) continue;
      if (typeof path !== 'string') graph.computed.push(`${file}: ${text}`);
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

interface Import {
  readonly type: string;
  readonly path: unknown;
  readonly text: string;
}

interface Module {
  /** Each `import`, `export … from` and `import()`. */
  readonly imports: readonly Import[];
  /** Whether it awaits outside of any function, which would make loading it asynchronous. */
  readonly awaits: boolean;
}

/** By file: entries share most of their modules. */
const modules = new Map<string, Module>();

export function readModule(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const code = readFileSync(file, 'utf8');
  const imports: Import[] = [];
  let awaits = false;
  const waiting: [value: unknown, inFunction: boolean][] = [[parseAst(code), false]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, inFunction] = next;
    if (value === null || typeof value !== 'object') continue;
    const node = value as Partial<ImportNode> & { await?: boolean };
    const { type = '' } = node;
    if (/^(Import|Export\w+)(Declaration|Expression)$/.test(type) && node.source)
      imports.push({ type, path: node.source.value, text: code.slice(node.start, node.end) });
    if (type === 'AwaitExpression' || (type === 'ForOfStatement' && node.await))
      awaits ||= !inFunction;
    const inside = inFunction || /Function/.test(type);
    for (const child of Object.values(value)) waiting.push([child, inside]);
  }
  const module = { imports, awaits };
  modules.set(file, module);
  return module;
}
