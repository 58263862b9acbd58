import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { loadWasmKernels } from './default-kernels.ts';
import { jsKernels } from './js/js-kernels.ts';
import type { Kernels } from './kernels.ts';

const NAMES = ['wasm-simd', 'js'];

/** Names of the kernels that come with the package, fastest first. */
export function listKernels(): string[] {
  return [...NAMES];
}

/**
 * The kernels of a name, and no others: where WebAssembly does not run, `'wasm-simd'` is refused with the reason.
 *
 * @throws UpperhandError `invalid-argument` that lists the names, `invalid-kernels` for kernels that do not run here
 * @example
 * kernelsByName('js').name; // 'js'
 */
export function kernelsByName(name: string): Kernels {
  if (name === 'js') return jsKernels;
  if (name !== 'wasm-simd') {
    throw new UpperhandError(
      'invalid-argument',
      `kernels must be one of ${NAMES.join(', ')}, got ${show(name)}`,
    );
  }
  const loaded = loadWasmKernels();
  if ('reason' in loaded) {
    throw new UpperhandError(
      'invalid-kernels',
      `kernels "wasm-simd" do not run here: ${loaded.reason}`,
    );
  }
  return loaded;
}
