// The thread's module, from its source: Node runs no TypeScript in a worker by itself.
import { register } from 'tsx/esm/api';
import { tellStarted } from './tell-started.mjs';

register();
tellStarted();
await import('../../../ts/rollouts/projection/line-worker.ts');
