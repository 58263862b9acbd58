import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '../browser.ts';
import { type Bundler, bundle, countModule } from '../bundle.ts';
import type { Cell, Matrix, Outcome } from '../cell.ts';
import { servePage } from '../page-server.ts';
import { run, start } from '../process.ts';
import { versionOf } from '../programs.ts';

const TITLES = { esbuild: 'esbuild', rollup: 'Rollup', vite: 'Vite', webpack: 'webpack' } as const;

const title = (matrix: Matrix, bundler: keyof typeof TITLES): string =>
  `${TITLES[bundler]} ${versionOf(matrix, bundler)}`;

const browser = chromium();

function inNode(bundler: keyof typeof TITLES): Cell {
  return {
    name: `${bundler}-node`,
    expect: 'wasm-simd',
    tools: true,
    describe: (matrix) => `${title(matrix, bundler)}, Node ${process.versions.node}`,
    async run(project, matrix) {
      const files = await bundle(project, matrix, bundler, 'main');
      expectFiles(files, [/^main\.m?js$/]);
      return run(process.execPath, [files.at(-1) as string], { cwd: join(project, 'out') });
    },
  };
}

function inChromium(bundler: keyof typeof TITLES): Cell {
  return {
    name: `${bundler}-chromium`,
    expect: 'wasm-simd',
    tools: true,
    debian: browser.debian,
    describe: async (matrix) =>
      `${title(matrix, bundler)}, ${await browser.version(matrix.packed.folder)}`,
    async run(project, matrix) {
      if (bundler === 'vite') {
        writeFileSync(join(project, 'index.html'), page('/page-bundled.mjs'));
        const files = await bundle(project, matrix, bundler, 'page-bundled');
        expectFiles(files, [/^assets\/index-[\w-]+\.js$/, /^index\.html$/]);
        return open(project, {});
      }
      expectFiles(await bundle(project, matrix, bundler, 'page-bundled'), [/^page-bundled\.js$/]);
      return open(project, { page: page('/page-bundled.js') });
    },
  };
}

const page = (script: string): string => `<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<script vite-ignore src="/watch.js"></script>
<script type="module" src="${script}"></script>
`;

function expectFiles(files: readonly string[], expected: readonly RegExp[]): void {
  // What is imported only when it is needed webpack puts into files of numbers.
  const eager = files.filter((file) => !/^\d+\.m?js$/.test(file));
  const right =
    eager.length === expected.length && eager.every((file, i) => expected[i]?.test(file));
  if (!right) throw new Error(`the output is ${files.join(', ')}`);
}

async function open(project: string, options: { readonly page?: string }): Promise<Outcome> {
  const folders = { '/watch.js': join(project, 'watch.js'), '/': join(project, 'out') };
  const server = await servePage({ folders, ...options });
  try {
    return await browser.open(server, server.url, join(project, '.profile'));
  } finally {
    server.close();
  }
}

/** The development server, which pre-bundles the package into its cache. */
const viteDev: Cell = {
  name: 'vite-dev',
  expect: 'wasm-simd',
  tools: true,
  debian: browser.debian,
  describe: async (matrix) =>
    `${title(matrix, 'vite')} dev, ${await browser.version(matrix.packed.folder)}`,
  async run(project, { tools }) {
    writeFileSync(join(project, 'index.html'), page('/page.mjs'));
    const script = join(tools, 'bundlers', 'vite-dev.mjs');
    const vite = start(process.execPath, [script], { cwd: project });
    const server = await servePage({ folders: {} });
    try {
      const url = await vite.waitFor((stdout) => /http:\S+/.exec(stdout)?.[0]);
      const asked = `${url}?report=${encodeURIComponent(`${server.url}report`)}`;
      const { stderr, ...outcome } = await browser.open(server, asked, join(project, '.profile'));
      const cache = join(project, 'node_modules', '.vite', 'deps');
      const scripts = readdirSync(cache).filter((file) => file.endsWith('.js'));
      const copies = countModule(
        project,
        scripts.map((file) => join(cache, file)),
      );
      if (copies !== 1) throw new Error(`${copies} copies of the module in ${scripts.join(', ')}`);
      // What Vite's own client says.
      const said = stderr.replace(/^\[vite\] connect(ing\.\.\.|ed\.)\n/gm, '');
      return { ...outcome, stderr: said + vite.stderr() };
    } finally {
      server.close();
      await vite.stop();
    }
  },
};

const bundlers = ['esbuild', 'rollup', 'webpack', 'vite'] as const satisfies readonly Bundler[];

export const bundlerCells: readonly Cell[] = [
  ...bundlers.flatMap((bundler) => [inNode(bundler), inChromium(bundler)]),
  viteDev,
];
