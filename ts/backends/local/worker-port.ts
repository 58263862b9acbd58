import { nodeModule } from '../../platform/node-module.ts';
import type { CallMessage, Port } from './policy-messages.ts';

interface WorkerScope {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

/** The line to the thread that started this one. */
export function workerPort(): Port {
  const parent = nodeModule('node:worker_threads')?.parentPort;
  if (parent) {
    return {
      post: (message, transfer) => parent.postMessage(message, transfer),
      listen: (onMessage) => parent.on('message', onMessage),
    };
  }
  const scope = globalThis as unknown as WorkerScope;
  return {
    post: (message, transfer) => scope.postMessage(message, transfer),
    listen: (onMessage) => {
      scope.onmessage = ({ data }) => onMessage(data as CallMessage);
    },
  };
}
