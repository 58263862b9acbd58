// The WebAssembly module decoded and compiled.
import { getKernels } from 'upperhand/kernels';

if (getKernels().name !== 'wasm-simd') throw new Error('no WebAssembly');
