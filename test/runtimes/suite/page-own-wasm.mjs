// For pages: the module compiled by the application instead of by the package, while it loads.
import { setKernels } from 'upperhand';
import { createWasmKernels } from 'upperhand/kernels';
import { sample } from './sample.mjs';
import { runSuite } from './suite.mjs';

const { instance } = await WebAssembly.instantiateStreaming(fetch('/upperhand/kernels.wasm'));
setKernels(createWasmKernels(instance));
const report = runSuite(sample);
console.info('the suite is done');
sendReport(report);
