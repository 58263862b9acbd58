import { BASELINE, type Codes, codeOf, SINGLETON } from './option-codes.ts';
import type {
  CenterByWeightOptions,
  CompareWithMeanOptions,
  ScaleByPoolOptions,
} from './scale-kernels.ts';
import { EPSILON_PLACE } from './token-option-codes.ts';

/** The words of scale kernels by the codes that the WebAssembly module knows them under. */
const NON_POSITIVE: Codes<CompareWithMeanOptions['nonPositive']> = { divide: 0, zero: 1 };
const MEAN: Codes<ScaleByPoolOptions['mean']> = { subtract: 0, keep: 1, zero: 2 };

/** @throws UpperhandError `invalid-argument` for a word that is no option, as the two below */
export function centerByWeightCode({ singleton }: CenterByWeightOptions): number {
  return codeOf(SINGLETON, 'singleton', singleton);
}

export function compareWithMeanCodes({
  nonPositive,
  singleton,
}: CompareWithMeanOptions): [nonPositive: number, singleton: number] {
  return [
    codeOf(NON_POSITIVE, 'nonPositive', nonPositive),
    codeOf(SINGLETON, 'singleton', singleton),
  ];
}

export function scaleByPoolCodes(
  options: ScaleByPoolOptions,
): [baseline: number, mean: number, epsilonPlace: number, singleton: number] {
  return [
    codeOf(BASELINE, 'baseline', options.baseline),
    codeOf(MEAN, 'mean', options.mean),
    codeOf(EPSILON_PLACE, 'epsilonPlace', options.epsilonPlace),
    codeOf(SINGLETON, 'singleton', options.singleton),
  ];
}
