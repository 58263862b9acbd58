import { compileKernels } from '#wasm-module';
import { warnOnce } from '../errors/warning.ts';
import { jsKernels } from './js/js-kernels.ts';
import type { Kernels } from './kernels.ts';
import { hasSimd } from './wasm/simd-probe.ts';
import { createWasmKernels } from './wasm/wasm-kernels.ts';

let wasm: Kernels | undefined;
let fallback: string | undefined;

/**
 * The WebAssembly kernels, compiled at the first call, or the reason why there are none here.
 */
export function loadWasmKernels(): Kernels | { readonly reason: string } {
  if (wasm) return wasm;
  try {
    if (!hasSimd()) return { reason: 'this runtime has no WebAssembly SIMD' };
    wasm = createWasmKernels(new WebAssembly.Instance(compileKernels()));
    return wasm;
  } catch (error) {
    return {
      reason: `WebAssembly could not be compiled (${error instanceof Error ? error.message : error})`,
    };
  }
}

/** The fastest kernels that run here. Falls back to JavaScript, whose results have the same bits, with one notice. */
export function defaultKernels(): Kernels {
  if (fallback !== undefined) return jsKernels;
  const loaded = loadWasmKernels();
  if (!('reason' in loaded)) return loaded;
  fallback = loaded.reason;
  warnOnce({
    kind: 'kernels-fallback',
    message: `${fallback}; the JavaScript kernels compute instead, with the same results`,
  });
  return jsKernels;
}
