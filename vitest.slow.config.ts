import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

// The slow suites instead of the others, one after another, with time and a process of their own.
const slow = mergeConfig(base, {
  test: {
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 30 * 60_000,
    hookTimeout: 30 * 60_000,
  },
});
slow.test.include = ['test/slow/**/*.test.ts'];
slow.test.exclude = ['**/node_modules/**'];

export default slow;
