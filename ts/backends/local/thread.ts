import { messageOf } from '../../errors/message-of.ts';
import { nodeModule } from '../../platform/node-module.ts';

/** A thread that has been started. */
export interface Thread {
  post(message: unknown, transfer: ArrayBuffer[]): void;
  /** Whether an answer is to come, for which process and thread live on. */
  hold(isBusy: boolean): void;
  end(): Promise<void>;
}

export interface ThreadEvents {
  onMessage(message: unknown): void;
  /** It is gone, or broken. */
  onEnd(reason: string): void;
}

export type OpenThread = (events: ThreadEvents) => Thread;

/** Where the module of the thread is, beside this one. Spelled so that bundlers take it for no file to copy. */
const beside = import.meta.url;
const FILE = './policy-worker.js';

/**
 * How this runtime starts a thread: a worker thread in Node, Deno and Bun, a worker in a page; null where there is
 * neither.
 *
 * @param file - the module that the thread runs. Default: the one of this package.
 */
export function threadOpener(file?: string | URL): OpenThread | null {
  const threads = nodeModule('node:worker_threads');
  if (threads)
    return (events) => openNodeThread(threads.Worker, file ?? new URL(FILE, beside), events);
  if (typeof Worker !== 'function') return null;
  return (events) => openWebWorker(file, events);
}

type NodeWorker = typeof import('node:worker_threads').Worker;

function openNodeThread(NodeWorker: NodeWorker, file: string | URL, events: ThreadEvents): Thread {
  const worker = new NodeWorker(file);
  worker.on('message', (message) => events.onMessage(message));
  worker.on('messageerror', (error) => events.onEnd(messageOf(error)));
  worker.on('error', (error) => events.onEnd(messageOf(error)));
  worker.on('exit', (code) => events.onEnd(`it exited with code ${code}`));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    hold: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    end: async () => {
      await worker.terminate();
    },
  };
}

/**
 * Workers of a page, or of a worker, that have to answer. Where nothing else leads to them than what waits for the answer,
 * Firefox takes both for garbage: the answer would never come.
 */
const busyWorkers = new Set<Worker>();

function openWebWorker(file: string | URL | undefined, events: ThreadEvents): Thread {
  // Bundlers know a worker by this very expression.
  const worker =
    file === undefined
      ? new Worker(new URL('./policy-worker.js', import.meta.url), { type: 'module' })
      : new Worker(file, { type: 'module' });
  worker.onmessage = ({ data }) => events.onMessage(data);
  worker.onmessageerror = () => events.onEnd('it sent what cannot be read');
  worker.onerror = (event) => {
    event.preventDefault?.();
    events.onEnd(event.message || `its module could not be loaded`);
  };
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    hold: (isBusy) => {
      if (isBusy) busyWorkers.add(worker);
      else busyWorkers.delete(worker);
    },
    end: async () => {
      busyWorkers.delete(worker);
      worker.terminate();
    },
  };
}
