// The module compiled by the application instead of by the package.
import { readFile } from 'node:fs/promises';
import { setKernels } from 'upperhand';
import { createWasmKernels } from 'upperhand/kernels';
import { sample } from './sample.mjs';
import { runSuite } from './suite.mjs';

const bytes = await readFile(new URL(import.meta.resolve('upperhand/kernels.wasm')));
const { instance } = await WebAssembly.instantiate(bytes);
setKernels(createWasmKernels(instance));
console.log(JSON.stringify(runSuite(sample)));
