import { nodeModule } from '../../platform/node-module.ts';
import type { ReadAt } from '../../platform/read-at.ts';
import { tapeModule } from './make-tape.ts';
import { SharedBlocks, type SharedMemory } from './shared-blocks.ts';

/** What a thread is given. */
export interface LineWork {
  readonly module: WebAssembly.Module;
  readonly memory: SharedMemory;
  /** The descriptor of the file, which all threads of a process share: behind its path there may be another one by now. */
  readonly file: number;
  /** As of `ReadAt`. */
  readonly bytes: number;
}

/** Where the module of a thread is, beside this one. Spelled so that bundlers take it for no file to copy. */
const beside = import.meta.url;
const FILE = './line-worker.js';

/** Threads that walk over the blocks of a file; those that come to nothing are no loss, since blocks are there for all. */
export class LineThreads {
  readonly blocks: SharedBlocks;
  /** How many run; 0 too when they could not be started. */
  running = 0;
  readonly #workers: import('node:worker_threads').Worker[] = [];

  constructor(
    { file, bytes }: ReadAt,
    memory: SharedMemory,
    threads: number,
    workerFile?: string | URL,
  ) {
    this.blocks = new SharedBlocks(memory);
    const Worker = nodeModule('node:worker_threads')?.Worker;
    const module = tapeModule();
    if (!Worker || !module) return;
    for (let i = 0; i < threads; i++) {
      const worker = new Worker(workerFile ?? new URL(FILE, beside), {
        workerData: { module, memory, file, bytes } satisfies LineWork,
      });
      this.running++;
      worker.once('error', () => {});
      worker.once('exit', () => this.running--);
      this.#workers.push(worker);
    }
  }

  async end(): Promise<void> {
    this.blocks.end();
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
