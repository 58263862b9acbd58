/** The kernels over scales once more, slowly, from the comments of `ts/kernels/scale-kernels.ts`: one group at a time. */
import type { CompareWithMeanOptions, ScaleByPoolOptions } from '../../ts/kernels/scale-kernels.ts';
import type { SingletonRule } from '../../ts/kernels/scope.ts';
import { slowCenter } from './slow-kernels.ts';
import { slowMean, slowSum } from './slow-oracle.ts';

export interface Weighed {
  readonly value: number;
  readonly weight: number;
}

type Groups = readonly (readonly Weighed[])[];

export function slowCenterByWeight(groups: Groups, singleton: SingletonRule): number[] {
  return groups.flatMap((group) => {
    const values = group.map(({ value }) => value);
    if (group.length === 1 && singleton !== 'member') return singleton === 'zero' ? [0] : values;
    const heavy = group.filter(({ weight }) => weight !== 0);
    const mean =
      group.length > 128
        ? slowMoments(group).mean
        : inTurn(heavy, ({ weight, value }) => weight * value) /
          inTurn(group, ({ weight }) => weight);
    return values.map((value) => value - mean);
  });
}

export function slowCompareWithMean(
  groups: readonly (readonly number[])[],
  { epsilon, nonPositive, singleton }: CompareWithMeanOptions,
): number[] {
  return groups.flatMap((group) => {
    if (group.length === 1 && singleton !== 'member') return singleton === 'zero' ? [0] : group;
    const mean = slowMean(group);
    if (nonPositive === 'zero' && mean <= 0) return group.map(() => 0);
    return group.map((value) => (value - mean) / (mean + epsilon));
  });
}

export function slowScaleByPool(
  groups: Groups,
  isWeighed: boolean,
  options: ScaleByPoolOptions,
): number[] {
  const { baseline, singleton, mean, ddof, epsilon, epsilonPlace, countEpsilon } = options;
  const values = groups.map((group) => group.map(({ value }) => value));
  const residuals = (
    baseline === 'none' ? values : slowCenter(values, { baseline, singleton })
  ).flat();
  const [total, centre, squares] = isWeighed
    ? aboutCentre(
        slowMoments(
          groups.flat().map(({ weight }, i) => ({ value: residuals[i] as number, weight })),
        ),
        options,
      )
    : pairwise(residuals, options);
  const degrees = Math.max(total - ddof, 0);
  const variance =
    countEpsilon === 0 ? squares / degrees : (squares / (total + countEpsilon)) * (total / degrees);
  const divisor = {
    outside: Math.sqrt(variance) + epsilon,
    inside: Math.sqrt(variance + epsilon),
    floor: Math.sqrt(Math.max(variance, epsilon)),
  }[epsilonPlace];
  return residuals.map((x) => (mean === 'subtract' ? x - centre : x) / divisor);
}

type Three = [total: number, centre: number, squares: number];

function pairwise(residuals: readonly number[], { mean, countEpsilon }: ScaleByPoolOptions): Three {
  const n = residuals.length;
  const centre = mean === 'zero' ? 0 : slowSum(residuals) / (n + countEpsilon);
  return [n, centre, slowSum(residuals.map((x) => (x - centre) * (x - centre)))];
}

function aboutCentre(
  { total, mean: own, squares }: ReturnType<typeof slowMoments>,
  { mean, countEpsilon }: ScaleByPoolOptions,
): Three {
  const centre = mean === 'zero' ? 0 : own * (total / (total + countEpsilon));
  return [total, centre, squares + total * ((own - centre) * (own - centre))];
}

/** Block after block of 128. What weighs nothing plays no part. */
function slowMoments(all: readonly Weighed[]) {
  let [total, mean, squares] = [0, Number.NaN, 0];
  for (let from = 0; from < all.length; from += 128) {
    const block = all.slice(from, from + 128);
    const first = block.find(({ weight }) => weight !== 0);
    if (first === undefined) continue;
    const about: number = total === 0 ? first.value : mean;
    const sum = (term: (one: Weighed) => number) =>
      everyFourth(block, (one) => (one.weight === 0 ? 0 : term(one)));
    const weight = sum(({ weight }) => weight);
    const products = sum(({ value, weight }) => weight * (value - about));
    const own = sum(({ value, weight }) => weight * (value - about) * (value - about));
    const shift = products / weight;
    const both = total + weight;
    squares += Math.max(own - shift * products, 0) + shift * products * (total / both);
    mean = about + (total === 0 ? shift : shift * (weight / both));
    total = both;
  }
  return { total, mean, squares };
}

function inTurn(all: readonly Weighed[], term: (one: Weighed) => number): number {
  return all.reduce((sum, one) => sum + term(one), 0);
}

/** Four sums, of every fourth one; then those that are left over. */
function everyFourth(all: readonly Weighed[], term: (one: Weighed) => number): number {
  const whole = all.length - (all.length % 4);
  const [a, b, c, d] = [0, 1, 2, 3].map((lane) =>
    inTurn(
      all.slice(0, whole).filter((_, i) => i % 4 === lane),
      term,
    ),
  ) as [number, number, number, number];
  return all.slice(whole).reduce((sum, one) => sum + term(one), a + c + (b + d));
}
