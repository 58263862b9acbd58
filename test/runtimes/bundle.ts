import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Matrix } from './cell.ts';
import { run } from './process.ts';

export type Bundler = 'esbuild' | 'rollup' | 'vite' | 'webpack' | 'workerd';

/**
 * Bundles an entry of the project into its folder out/ and gives the files there. The bundler must say nothing on
 * stderr, and the module must be in the output once, as text or as a file.
 */
export async function bundle(
  project: string,
  { tools }: Matrix,
  bundler: Bundler,
  entry: string,
): Promise<string[]> {
  const script = join(tools, 'bundlers', `${bundler}.mjs`);
  const { code, stderr } = await run(process.execPath, [script, entry], { cwd: project });
  if (code !== 0 || stderr !== '') throw new Error(`${bundler}: exit code ${code}: ${stderr}`);
  const out = join(project, 'out');
  const files = filesOf(out);
  const copies = countModule(
    project,
    files.map((file) => join(out, file)),
  );
  if (copies !== 1) throw new Error(`${copies} copies of the module in ${files.join(', ')}`);
  return files;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();
}

/** How often the package's WebAssembly module is in the files. */
export function countModule(project: string, files: readonly string[]): number {
  const path = 'node_modules/upperhand/dist/kernels/wasm/kernels.wasm';
  const bytes = readFileSync(join(project, path));
  const text = bytes.toString('base64').slice(0, 400);
  let count = 0;
  for (const file of files) {
    const content = readFileSync(file);
    for (const wanted of [bytes.subarray(0, 300), text])
      for (let at = content.indexOf(wanted); at >= 0; at = content.indexOf(wanted, at + 1)) count++;
  }
  return count;
}
