import { join } from 'node:path';
import type { Cell, Matrix } from '../cell.ts';
import { type Ran, run } from '../process.ts';
import { programOf, versionOf } from '../programs.ts';

const deno = (matrix: Matrix): string => programOf(matrix, '@deno', 'deno');
const bun = (matrix: Matrix): string => programOf(matrix, '@oven', 'bin/bun');

export const denoBunCells: readonly Cell[] = [
  {
    name: 'deno',
    expect: 'wasm-simd',
    tools: true,
    describe: (matrix) => deno(matrix) && `Deno ${versionOf(matrix, 'deno')}, no permissions`,
    run: (project, matrix) =>
      run(deno(matrix), ['run', '--no-prompt', '--cached-only', 'main-local.mjs'], {
        cwd: project,
        env: { DENO_DIR: join(project, '.deno'), DENO_NO_UPDATE_CHECK: '1' },
      }),
  },
  {
    name: 'bun',
    expect: 'wasm-simd',
    tools: true,
    describe: (matrix) => bun(matrix) && `Bun ${versionOf(matrix, 'bun')}`,
    run: (project, matrix) => run(bun(matrix), ['main-local.mjs'], { cwd: project }),
  },
  {
    name: 'bun-compile',
    expect: 'wasm-simd',
    tools: true,
    describe: (matrix) => bun(matrix) && `Bun ${versionOf(matrix, 'bun')}, one executable`,
    run: (project, matrix) => compiled(project, bun(matrix)),
  },
];

/** One executable, run where there is no node_modules. */
async function compiled(project: string, program: string): Promise<Ran> {
  const args = ['build', '--compile', '--outfile=out/suite', 'main.mjs'];
  const built = await run(program, args, { cwd: project });
  if (built.code !== 0) return built;
  return run(join(project, 'out', 'suite'), [], { cwd: join(project, 'out') });
}
