// What an entry costs in a page: each is bundled with all that it imports, minified, compressed, and
// compared with its limit. `node scripts/check-size.mjs`, after a build.

import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root, say } from './run.mjs';

/** Limits in bytes after gzip. Raise one only together with the reason, in the same change. */
const limits = {
  // With the losses, and the estimators of 22 frameworks: a config names them, so they cannot be loaded later. About half of it is
  // theirs; functions that are imported by themselves, as `calculateGrpoAdvantages`, bring none of it.
  'index.js': 129_500,
  // With the calls over tokens and over scales, in both languages.
  'kernels/index.js': 52_700,
  'browser.js': 137_500,
  // With yaml, a third of it, which only config files load.
  'trainer/index.js': 203_800,
};

let tooLarge = 0;
for (const [entry, limit] of Object.entries(limits)) {
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: `dist/${entry}`, formats: ['es'] },
    },
  });
  const code = output.map((chunk) => chunk.code ?? '').join('');
  const size = gzipSync(code, { level: 9 }).length;
  const verdict = size <= limit ? 'ok' : 'TOO LARGE';
  console.log(
    `${entry}: ${Buffer.byteLength(code)} bytes minified, ${size} of at most ${limit} after gzip: ${verdict}`,
  );
  if (size > limit) tooLarge++;
}

if (tooLarge > 0) {
  say(`${tooLarge} of the entries are larger than their limit`);
  process.exitCode = 1;
}
