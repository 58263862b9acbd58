// A thread that hands over none of the blocks that it claims, and takes another time for each.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';
import { tellStarted } from './tell-started.mjs';

register();
const { SharedBlocks } = await import('../../../ts/rollouts/projection/shared-blocks.ts');
const shared = new SharedBlocks(workerData.memory);
const never = new Int32Array(new SharedArrayBuffer(4));
tellStarted();
for (let number = shared.claim(); number !== -1; number = shared.claim()) {
  Atomics.wait(never, 0, 0, (7 * Math.abs(number)) % 23);
  if (number >= 0) shared.put(number, null);
}
