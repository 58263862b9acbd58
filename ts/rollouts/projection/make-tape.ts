import { decodeBase64 } from '../../kernels/wasm/decode-base64.ts';
import { hasSimd } from '../../kernels/wasm/simd-probe.ts';
import { jsonBase64 } from './generated/json-base64.ts';
import { JsTape } from './js-tape.ts';
import type { Tape } from './tape.ts';
import { type JsonExports, WasmTape } from './wasm-tape.ts';

let shared: Tape | undefined;

/**
 * The tape of all readers: each is done with an object before it lets others go on. In WebAssembly, which is twice as fast,
 * where the runtime compiles it.
 */
export function sharedTape(): Tape {
  shared ??= wasmTape() ?? new JsTape();
  return shared;
}

/** Undefined where there is no WebAssembly with SIMD, or a content policy forbids to compile it. */
export function wasmTape(): Tape | undefined {
  if (!hasSimd()) return undefined;
  try {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(decodeBase64(jsonBase64)));
    return new WasmTape(instance.exports as unknown as JsonExports);
  } catch {
    return undefined;
  }
}
