import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Cell, type Matrix, Missing } from '../cell.ts';
import { run } from '../process.ts';

/** The Node of an npm alias in test/runtimes/package.json. */
function nodeOf({ tools }: Matrix, alias: string): string {
  const path = join(tools, 'node_modules', alias, 'bin', 'node');
  if (!existsSync(path)) throw new Missing('its npm package is for Linux on x64 only');
  return path;
}

interface NodeCell {
  readonly name: string;
  readonly alias?: string;
  readonly flags?: readonly string[];
  readonly entry?: string;
  readonly expect?: Cell['expect'];
}

function nodeCell({ name, alias, flags = [], entry = 'main.mjs', ...rest }: NodeCell): Cell {
  const node = (matrix: Matrix): string => (alias ? nodeOf(matrix, alias) : process.execPath);
  return {
    name,
    expect: rest.expect ?? 'wasm-simd',
    tools: alias !== undefined,
    async describe(matrix) {
      const { stdout } = await run(node(matrix), ['-p', 'process.versions.node'], {
        cwd: matrix.tools,
      });
      if (flags.includes(NO_SSE4) && process.arch !== 'x64')
        throw new Missing(`${NO_SSE4} is a flag of x64`);
      return [`Node ${stdout.trim()}`, ...flags].join(' ');
    },
    run: (project, matrix) => run(node(matrix), [...flags, entry], { cwd: project }),
  };
}

/** V8 has no SIMD for WebAssembly where the processor lacks SSE 4.1. */
export const NO_SSE4 = '--no-enable-sse4-1';

export const nodeCells: readonly Cell[] = [
  nodeCell({ name: 'node', entry: 'main-local.mjs' }),
  nodeCell({ name: 'node22', alias: 'node22', entry: 'main-local.mjs' }),
  nodeCell({ name: 'node24', alias: 'node24', entry: 'main-local.mjs' }),
  nodeCell({ name: 'node-no-simd', flags: [NO_SSE4], expect: { fallback: /no WebAssembly SIMD/ } }),
  nodeCell({
    name: 'node-no-wasm',
    flags: ['--no-expose-wasm'],
    expect: { fallback: /no WebAssembly/ },
  }),
  nodeCell({ name: 'node-own-wasm', entry: 'own-wasm.mjs' }),
];
