// A page: index.html and the script that it names, for browsers; or with `main` a script for Node.
import { build } from 'vite';

const entry = process.argv[2];

await build({
  configFile: false,
  logLevel: 'warn',
  base: './',
  ssr: { noExternal: true },
  // The suite calls all there is, which no page does: it is larger than Vite likes chunks to be.
  build: {
    outDir: 'out',
    chunkSizeWarningLimit: 800,
    ...(entry === 'main' ? { ssr: 'main.mjs' } : {}),
  },
});
