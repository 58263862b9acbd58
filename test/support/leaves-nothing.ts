import { afterAll, beforeAll, expect } from 'vitest';
import { getAdvEstimator, listAdvEstimators } from '../../ts/estimators/registry.ts';
import { getKernels } from '../../ts/kernels/active-kernels.ts';
import { getLoss, listLosses } from '../../ts/losses/registry.ts';

// Runs round each test file that shares its modules with others: the file that leaves something behind fails, not one
// that comes later.

/** What a file can change for all that come after it. */
const shared = () => ({
  estimators: listAdvEstimators().map((name) => [name, getAdvEstimator(name)]),
  losses: listLosses().map((name) => [name, getLoss(name)]),
  kernels: getKernels().name,
  environment: { ...process.env },
  folder: process.cwd(),
  listeners: process.eventNames().map((name) => [name, process.listenerCount(name)]),
  emit: process.emit,
  globals: [setTimeout, setInterval, setImmediate, Date, performance.now, Math.random, fetch],
});

let before: ReturnType<typeof shared>;

beforeAll(() => {
  before = shared();
});

afterAll(async () => {
  // Engines that were shut down let go of the process a turn later.
  await new Promise((resolve) => setTimeout(resolve));
  expect(shared(), 'what the tests of a file leave behind').toEqual(before);
});
