/**
 * The kernels once more, slowly, from the comments of `ts/kernels/kernels.ts`: plain arrays, one group at a time, no
 * shared code. What the tests compare every implementation with.
 */
import type {
  CenterOptions,
  LeaveOneOutOptions,
  StandardizeOptions,
  SummarizeOptions,
} from '../../ts/kernels/kernels.ts';
import { slowMax, slowMean, slowMin, slowStd, slowSum } from './slow-oracle.ts';

type Values = readonly number[];
type Groups = readonly Values[];

const orNaN = (xs: Values, of: (xs: Values) => number): number =>
  xs.length === 0 ? Number.NaN : of(xs);

export function slowSummarize(xs: Values, { ddof = 0, threshold = 0 }: SummarizeOptions = {}) {
  return {
    count: xs.length,
    sum: slowSum(xs),
    mean: orNaN(xs, slowMean),
    std: orNaN(xs, (all) => slowStd(all, ddof)),
    min: orNaN(xs, slowMin),
    max: orNaN(xs, slowMax),
    countBelow: xs.filter((x) => Math.abs(x) < threshold).length,
  };
}

export function slowSegmentSummaries(groups: Groups, ddof = 0) {
  const each = groups.map((group) => slowSummarize(group, { ddof }));
  return {
    mean: each.map(({ mean }) => mean),
    std: each.map(({ std }) => std),
    min: each.map(({ min }) => min),
    max: each.map(({ max }) => max),
  };
}

export function slowCenter(groups: Groups, { baseline, singleton }: CenterOptions): number[][] {
  return residuals(groups, baseline, singleton);
}

export function slowLeaveOneOut(groups: Groups, { singleton }: LeaveOneOutOptions): number[][] {
  return groups.map((group) => {
    if (group.length === 1 && singleton === 'raw') return [...group];
    if (group.length === 1 && singleton === 'zero') return [0];
    const k = group.length / (group.length - 1);
    const mean = slowMean(group);
    return group.map((x) => k * (x - mean));
  });
}

export function slowStandardize(groups: Groups, options: StandardizeOptions): number[][] {
  const { baseline, scale, scaleOf, ddof, epsilon, epsilonPlace, singleton } = options;
  const root = (std: number, variance: number): number =>
    epsilonPlace === 'outside' ? std + epsilon : Math.sqrt(variance + epsilon);
  const divisor = (xs: Values): number => {
    const mean = slowMean(xs);
    const variance =
      slowSum(xs.map((x) => (x - mean) * (x - mean))) / Math.max(xs.length - ddof, 0);
    return root(Math.sqrt(variance), variance);
  };
  const left = residuals(groups, baseline, singleton);
  const source = scaleOf === 'values' ? groups : left;
  const ofPool = divisor(source.flat());
  const touchesGroup = baseline === 'group' || scale === 'group';
  return groups.map((group, g) => {
    if (group.length === 1 && singleton === 'zero' && touchesGroup) return [0];
    const lone = group.length === 1 && singleton === 'raw' && scale === 'group';
    const by = lone ? root(1, 1) : scale === 'group' ? divisor(source[g] as Values) : ofPool;
    return (left[g] as Values).map((x) => x / by);
  });
}

function residuals(
  groups: Groups,
  baseline: 'group' | 'pool' | 'none',
  singleton: StandardizeOptions['singleton'],
): number[][] {
  if (baseline === 'none') return groups.map((group) => [...group]);
  const poolMean = slowMean(groups.flat());
  return groups.map((group) => {
    if (baseline === 'pool') return group.map((x) => x - poolMean);
    if (group.length === 1 && singleton === 'raw') return [...group];
    if (group.length === 1 && singleton === 'zero') return [0];
    const mean = slowMean(group);
    return group.map((x) => x - mean);
  });
}
