import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      'test/slow/**',
      'test/**/fixtures/**',
      'test/package/consumer/**',
    ],
    pool: 'threads',
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
