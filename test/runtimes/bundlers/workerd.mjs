// As wrangler bundles: its conditions, and wasm files beside the script.
import { build } from 'esbuild';

await build({
  entryPoints: [`${process.argv[2]}.mjs`],
  outdir: 'out',
  bundle: true,
  format: 'esm',
  target: 'es2022',
  conditions: ['workerd', 'worker', 'browser'],
  loader: { '.wasm': 'copy' },
  assetNames: '[name]',
  logLevel: 'warning',
});
