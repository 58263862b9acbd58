import { defineConfig } from 'vitest/config';
import { resolve } from './vitest.config.ts';

// The slow suites instead of the others, one after another, with time and a process of their own.
export default defineConfig({
  resolve,
  test: {
    include: ['test/slow/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 30 * 60_000,
    hookTimeout: 30 * 60_000,
  },
});
