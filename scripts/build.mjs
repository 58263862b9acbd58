// Builds the package: ts/, and the example that the demo runs → build/ (tsc: modules and declarations) → dist/ (rollup).
// `node scripts/build.mjs`; the setup script calls it when dist/ is missing or older than its sources.

import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildCommander } from './commander-module.mjs';
import { buildReportPage } from './report-page.mjs';
import { changedAt, orFail, root, runModule, timed } from './run.mjs';

const sources = [
  'ts',
  'examples/frozen-lake',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'rollup.config.mjs',
  'scripts/build.mjs',
  'scripts/commander-module.mjs',
  'scripts/report-page.mjs',
];
const relativeImport = /((?:from |import\()(['"])\.{1,2}\/[^'"]+)\.ts(\2)/g;
const stamp = join(root, 'build', '.stamp');

/** Whether dist/ is there and newer than everything that it is made from. */
export function isBuilt() {
  const built = changedAt(join(root, 'dist')) > 0 ? changedAt(stamp) : 0;
  return sources.every((source) => newest(join(root, source)) < built);
}

/** The latest change in a file or a folder, folders themselves included (they notice a deletion). */
function newest(path) {
  let latest = changedAt(path);
  const entries = latest > 0 ? listFolder(path) : [];
  for (const entry of entries) latest = Math.max(latest, newest(join(path, entry)));
  return latest;
}

function listFolder(path) {
  try {
    return readdirSync(path);
  } catch (error) {
    if (error.code === 'ENOTDIR') return [];
    throw error;
  }
}

export async function build() {
  const started = new Date();
  // Each run writes to folders of its own and moves them into place, so that two runs at once do no harm.
  const work = join(root, 'build', `.work-${process.pid}`);
  const output = join(work, 'compiled');
  const compiled = join(output, 'ts');
  const bundled = join(work, 'dist');
  try {
    mkdirSync(work, { recursive: true });
    runModule('typescript/bin/tsc', ['-p', 'tsconfig.build.json', '--outDir', output]);
    writeFileSync(join(compiled, 'cli', 'commander.js'), await buildCommander());
    runModule('rollup/dist/bin/rollup', ['-c', '--silent', '--failAfterWarnings'], {
      env: { ...process.env, BUILD_FROM: compiled, BUILD_TO: bundled },
    });
    copyDeclarations(compiled, bundled);
    chmodSync(join(bundled, 'cli', 'bin.js'), 0o755);
    await writeWasm(compiled, bundled);
    mkdirSync(join(bundled, 'report'), { recursive: true });
    writeFileSync(join(bundled, 'report', 'template.html'), await buildReportPage());
    replace(output, join(root, 'build', 'compiled'), join(work, 'old-compiled'));
    replace(bundled, join(root, 'dist'), join(work, 'old-dist'));
    // Dated at the start: what changed meanwhile is newer and will be built the next time.
    writeFileSync(stamp, '');
    utimesSync(stamp, started, started);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Declarations stand beside the modules; the command line and its report have no types to offer. tsc leaves `.ts` in
 * their import paths, which an older compiler takes for a source file: they get `.js` like the modules.
 */
function copyDeclarations(from, to) {
  for (const path of readdirSync(from, { recursive: true })) {
    if (!path.endsWith('.d.ts') || /^(cli|report)\b/.test(path)) continue;
    const text = readFileSync(join(from, path), 'utf8');
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), text.replace(relativeImport, '$1.js$3'));
  }
}

/** The module as a file: for `upperhand/kernels.wasm`, and for workerd. */
async function writeWasm(from, to) {
  const generated = join(from, 'kernels', 'wasm', 'generated', 'kernels-base64.js');
  const { kernelsBase64 } = await import(pathToFileURL(generated).href);
  writeFileSync(join(to, 'kernels', 'wasm', 'kernels.wasm'), Buffer.from(kernelsBase64, 'base64'));
}

function replace(from, to, old) {
  if (changedAt(to) > 0) renameSync(to, old);
  renameSync(from, to);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await orFail(() => timed('building dist/', build));
}
