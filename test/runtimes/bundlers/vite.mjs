// A page: index.html and the script that it names, for browsers; or with `main` a script for Node.
import { build } from 'vite';

const entry = process.argv[2];

await build({
  configFile: false,
  logLevel: 'warn',
  base: './',
  ssr: { noExternal: true },
  build: { outDir: 'out', ...(entry === 'main' ? { ssr: 'main.mjs' } : {}) },
});
