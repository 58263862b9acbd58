import type { Kernels } from '../kernels.ts';
import type {
  CenterByWeightOptions,
  CompareWithMeanOptions,
  ScaleByPoolOptions,
} from '../scale-kernels.ts';
import type { SingletonRule } from '../scope.ts';
import type { KernelCall } from './calls.ts';
import type { KernelCase } from './cases.ts';

const SINGLETONS: readonly SingletonRule[] = ['raw', 'zero', 'member'];

/** What the weights of a case are: whole ones and none, parts that round, or legal but for one. */
type Weights =
  | 'none'
  | 'whole'
  | 'parts'
  | 'a negative one'
  | 'one that is NaN'
  | 'an infinite one';

const LEGAL: readonly Weights[] = ['whole', 'parts'];
const ILLEGAL: readonly Weights[] = ['a negative one', 'one that is NaN', 'an infinite one'];

/** The calls over scales with their options, with weights and without. */
export const scaleCalls: readonly KernelCall[] = [
  ...SINGLETONS.flatMap((singleton, i) =>
    [...LEGAL, ILLEGAL[i] as Weights].map((weights) => centerByWeight({ singleton }, weights)),
  ),
  ...compareOptions().map(compareWithMean),
  ...poolOptions().flatMap((options, i) => {
    const own = ['whole', 'parts', 'whole', ILLEGAL[(i >> 2) % 3] as Weights][i % 4] as Weights;
    return [scaleByPool(options, 'none'), scaleByPool(options, own)];
  }),
];

function centerByWeight(options: CenterByWeightOptions, weights: Weights): KernelCall {
  return weighted('centerByWeight', options, weights, (kernels, { values, offsets }, own, out) =>
    kernels.centerByWeight(values, own as Float64Array, offsets, options, out),
  );
}

function scaleByPool(options: ScaleByPoolOptions, weights: Weights): KernelCall {
  return weighted('scaleByPool', options, weights, (kernels, { values, offsets }, own, out) =>
    kernels.scaleByPool(values, own, offsets, options, out),
  );
}

function compareWithMean(options: CompareWithMeanOptions): KernelCall {
  return {
    call: 'compareWithMean',
    options,
    run: (kernels, { values, offsets }, out) => {
      kernels.compareWithMean(values, offsets, options, out);
      return out;
    },
  };
}

/** Gives whether the weights were legal, and only then what is in `out`. */
function weighted(
  call: 'centerByWeight' | 'scaleByPool',
  options: object,
  weights: Weights,
  run: (
    kernels: Kernels,
    input: KernelCase,
    own: Float64Array | null,
    out: Float64Array,
  ) => boolean,
): KernelCall {
  return {
    call,
    options: { ...options, weights },
    run: (kernels, input, out) => {
      const own = weightsOf(weights, input.values.length);
      const before = own?.slice();
      const legal = run(kernels, input, own, out);
      if (own?.some((weight, i) => !Object.is(weight, before?.[i])))
        throw new Error('changed the weights');
      return Float64Array.from(legal ? [1, ...out] : [0]);
    },
  };
}

function weightsOf(weights: Weights, count: number): Float64Array | null {
  if (weights === 'none') return null;
  // The first weighs nothing, nor does all of a third block.
  const whole = (i: number): number => (i >= 256 && i < 384 ? 0 : (i * 5) % 7);
  const own = Float64Array.from({ length: count }, (_, i) =>
    weights === 'parts' ? whole(i) / 3 + (i % 2 === 0 ? 1e-3 : 0) : whole(i),
  );
  // The last is looked at, too.
  if (weights === 'a negative one') own[count - 1] = -5e-324;
  if (weights === 'one that is NaN') own[count - 1] = Number.NaN;
  if (weights === 'an infinite one') own[count - 1] = Infinity;
  return own;
}

function compareOptions(): CompareWithMeanOptions[] {
  return (['divide', 'zero'] as const).flatMap((nonPositive) =>
    SINGLETONS.flatMap((singleton) =>
      [1e-6, 0].map((epsilon) => ({ epsilon, nonPositive, singleton })),
    ),
  );
}

function poolOptions(): ScaleByPoolOptions[] {
  const all: ScaleByPoolOptions[] = [];
  for (const baseline of ['group', 'pool', 'none'] as const)
    for (const mean of ['subtract', 'keep', 'zero'] as const)
      for (const epsilonPlace of ['outside', 'inside', 'floor'] as const) {
        // In turn, as they are apart from each other and from the rest.
        const singleton = SINGLETONS[all.length % 3] as SingletonRule;
        const ddof = all.length % 2;
        const countEpsilon = all.length % 4 < 2 ? 0 : 1e-8;
        const epsilon = all.length % 5 === 0 ? 0 : 1e-6;
        all.push({ baseline, singleton, mean, ddof, epsilon, epsilonPlace, countEpsilon });
      }
  return all;
}
