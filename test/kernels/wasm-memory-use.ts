/** Makes 100 000 kernel calls and prints by how many bytes the memory in use grew over the last 90 000. Needs --expose-gc. */
import type { StandardizeOptions } from '../../ts/kernels/kernels.ts';
import type { WasmExports } from '../../ts/kernels/wasm/wasm-exports.ts';
import { createWasmKernels } from '../../ts/kernels/wasm/wasm-kernels.ts';
import { compileKernels } from '../../ts/kernels/wasm/wasm-module.ts';

const CALLS = 100_000;
const instance = new WebAssembly.Instance(compileKernels());
const { memory } = instance.exports as unknown as WasmExports;
const kernels = createWasmKernels(instance);
const options = {
  baseline: 'group',
  scale: 'pool',
  scaleOf: 'residuals',
  ddof: 1,
  epsilon: 0,
  epsilonPlace: 'inside',
  singleton: 'zero',
} as const satisfies StandardizeOptions;
const inputs = [4, 8, 64, 5, 512].map((count) => ({
  values: Float64Array.from({ length: count }, (_, i) => i % 5),
  offsets: Uint32Array.of(0, count >> 1, count >> 1, count),
  out: new Float64Array(count),
}));
const calls = [
  ({ values }) => kernels.summarize(values),
  ({ values, offsets }) => kernels.segmentSummaries(values, offsets),
  ({ values, offsets, out }) => kernels.center(values, offsets, options, out),
  ({ values, offsets, out }) => kernels.standardize(values, offsets, options, out),
  ({ values, offsets, out }) => kernels.leaveOneOut(values, offsets, options, out),
] satisfies ((input: (typeof inputs)[number]) => unknown)[];

function call(count: number): void {
  for (let i = 0; i < count; i++) calls[i % 5]?.(inputs[((i / 5) | 0) % 5] as never);
}

/** What is in use now that everything unreachable is gone. */
function use() {
  for (let i = 0; i < 3; i++) globalThis.gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { module: memory.buffer.byteLength, heap: heapUsed, outside: external + arrayBuffers };
}

call(CALLS / 10);
const before = use();
call(CALLS - CALLS / 10);
const after = use();
process.stdout.write(
  JSON.stringify({
    calls: CALLS,
    module: after.module - before.module,
    heap: after.heap - before.heap,
    outside: after.outside - before.outside,
  }),
);
