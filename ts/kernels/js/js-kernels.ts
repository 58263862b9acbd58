import type { Kernels } from '../kernels.ts';
import { center } from './center.ts';
import { leaveOneOut } from './leave-one-out.ts';
import { standardize } from './standardize.ts';
import { segmentSummaries, summarize } from './summarize.ts';

/** The exact kernels in plain JavaScript: they run everywhere and are what other kernels are compared with. */
export const jsKernels: Kernels = {
  name: 'js',
  summarize,
  segmentSummaries,
  center,
  standardize,
  leaveOneOut,
};
