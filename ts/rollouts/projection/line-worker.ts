// What a thread runs that walks over blocks of a file: built as one file without imports.

import { nodeModule } from '../../platform/node-module.ts';
import { readAtOf } from '../../platform/read-at.ts';
import { FileBlocks, type WalkedBlock } from './file-blocks.ts';
import type { LineWork } from './line-threads.ts';
import { SharedBlocks } from './shared-blocks.ts';
import { type JsonExports, WasmTape } from './wasm-tape.ts';

const data = nodeModule('node:worker_threads')?.workerData as LineWork | undefined;
if (data) work(data);

function work({ module, memory, file, bytes }: LineWork): void {
  const { exports } = new WebAssembly.Instance(module);
  const tape = new WasmTape(exports as unknown as JsonExports);
  const shared = new SharedBlocks(memory);
  const { readAt } = readAtOf(file, bytes);
  const blocks = new FileBlocks(tape, readAt, memory.blockBytes);
  for (let number = shared.claim(); number !== -1; number = shared.claim()) {
    if (number < 0) {
      shared.wait();
      continue;
    }
    let walked: WalkedBlock | null = null;
    try {
      walked = blocks.walk(number, shared.depth, shared.baseOf(number));
    } catch {
      // The thread that takes the block reads it itself, and can tell what went wrong.
    }
    shared.put(number, walked);
  }
}
