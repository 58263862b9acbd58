import { build } from 'esbuild';

await build({
  entryPoints: [`${process.argv[2]}.mjs`],
  outdir: 'out',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
});
