import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import type { Kernels } from '../../ts/kernels/kernels.ts';
import { kernelsByName } from '../../ts/kernels/kernels-by-name.ts';

/** Every implementation; suites that compute run over all of them. */
export const kernelsTable: readonly Kernels[] = [jsKernels, kernelsByName('wasm-simd')];
