/**
 * Everything that runs in a page, as one file without imports: for `<script type="module">` and CDNs.
 */
// biome-ignore lint/performance/noReExportAll: it is all of that entry, whatever it comes to hold
export * from './index.ts';
export {
  checkKernels,
  createWasmKernels,
  hasSimd,
  jsKernels,
  kernelsByName,
  listKernels,
  percentile,
} from './kernels/index.ts';
