import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    // As in tsconfig.json: package.json leads this import to dist/, which tests of sources do without.
    alias: {
      '#wasm-module': fileURLToPath(new URL('ts/kernels/wasm/wasm-module.ts', import.meta.url)),
    },
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      'test/slow/**',
      'test/**/fixtures/**',
      'test/package/consumer/**',
    ],
    pool: 'threads',
    // One fewer by default, which on two processors is one.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
