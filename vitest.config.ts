import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** As in tsconfig.json: package.json leads this import to dist/, which tests of sources do without. */
export const resolve: NonNullable<ViteUserConfig['resolve']> = {
  alias: {
    '#wasm-module': fileURLToPath(new URL('ts/kernels/wasm/wasm-module.ts', import.meta.url)),
  },
};

// Test files share their modules with those that ran before in the same thread: loading them anew for each file took a
// quarter of the time of all tests. A file that leaves something behind for others fails (leaves-nothing.ts).

/** Files that get modules, and a thread, of their own. */
const isolated = [
  // Register estimators in rLLM's form, which has nothing that takes them back.
  'test/docs/examples.test.ts',
  'test/estimators/registry.test.ts',
  // Measure the heap, or hold what the process does with rejections.
  'test/workflow/engine-load.test.ts',
  'test/workflow/leaks/**/*.test.ts',
];

/** Files that mostly wait for programs, some for long: they come before the others, so that none of them ends alone. */
const programs = [
  'test/{docs,examples,package,runtimes,scripts,web}/**/*.test.ts',
  'test/trainer/checkpoint/kill.test.ts',
];

const exclude = [
  '**/node_modules/**',
  'test/slow/**',
  'test/**/fixtures/**',
  'test/package/consumer/**',
];

const shared = { isolate: false, setupFiles: 'test/support/leaves-nothing.ts' };

export default defineConfig({
  resolve,
  test: {
    pool: 'threads',
    // One fewer by default, which on two processors is one.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // They run in the order of their names.
    projects: [
      { extends: true, test: { name: 'isolated', include: isolated, exclude } },
      {
        extends: true,
        test: {
          ...shared,
          name: 'programs',
          include: programs,
          exclude: [...exclude, ...isolated],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...exclude, ...isolated, ...programs],
        },
      },
    ],
  },
});
