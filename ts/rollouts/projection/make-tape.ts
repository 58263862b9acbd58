import { decodeBase64 } from '../../kernels/wasm/decode-base64.ts';
import { hasSimd } from '../../kernels/wasm/simd-probe.ts';
import { jsonBase64 } from './generated/json-base64.ts';
import { type JsonExports, WasmTape } from './wasm-tape.ts';

let compiled: WebAssembly.Module | null | undefined;
const idle: WasmTape[] = [];

/** A tape for one reader, and for nobody else before it is given back; undefined as of `wasmTape`. */
export function borrowTape(): WasmTape | undefined {
  return idle.pop() ?? wasmTape();
}

/** For the next reader. */
export function giveBack(tape: WasmTape): void {
  if (idle.length === 0) idle.push(tape);
}

/** The module, for other threads; null where there is no WebAssembly. */
export function tapeModule(): WebAssembly.Module | null {
  compiled ??= compile();
  return compiled;
}

/** Undefined where there is no WebAssembly with SIMD, or a content policy forbids to compile it. */
export function wasmTape(): WasmTape | undefined {
  const module = tapeModule();
  if (!module) return undefined;
  const { exports } = new WebAssembly.Instance(module);
  return new WasmTape(exports as unknown as JsonExports);
}

function compile(): WebAssembly.Module | null {
  if (!hasSimd()) return null;
  try {
    return new WebAssembly.Module(decodeBase64(jsonBase64));
  } catch {
    return null;
  }
}
