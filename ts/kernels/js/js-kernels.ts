import type { Kernels } from '../kernels.ts';
import { center } from './center.ts';
import { centerByWeight } from './center-by-weight.ts';
import { compareWithMean } from './compare-with-mean.ts';
import { discountedReturns } from './discounted-returns.ts';
import { generalizedAdvantages } from './generalized-advantages.ts';
import { leaveOneOut } from './leave-one-out.ts';
import { optimalTokenBaseline } from './optimal-token-baseline.ts';
import { scaleByPool } from './scale-by-pool.ts';
import { standardize } from './standardize.ts';
import { segmentSummaries, summarize } from './summarize.ts';
import { whitenTokens } from './whiten-tokens.ts';

/** The exact kernels in plain JavaScript: they run everywhere and are what other kernels are compared with. */
export const jsKernels: Kernels = {
  name: 'js',
  summarize,
  segmentSummaries,
  center,
  standardize,
  leaveOneOut,
  discountedReturns,
  generalizedAdvantages,
  whitenTokens,
  optimalTokenBaseline,
  centerByWeight,
  compareWithMean,
  scaleByPool,
};
