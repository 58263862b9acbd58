import type { CenterOptions, Kernels, LeaveOneOutOptions, StandardizeOptions } from '../kernels.ts';
import type { SingletonRule } from '../scope.ts';
import type { KernelCase } from './cases.ts';

/** One call with one choice of options: it returns all numbers that it gives, in a fixed order. */
export interface KernelCall {
  readonly call: Exclude<keyof Kernels, 'name'>;
  readonly options: object;
  readonly run: (kernels: Kernels, input: KernelCase, out: Float64Array) => Float64Array;
}

const SINGLETONS: readonly SingletonRule[] = ['raw', 'zero', 'member'];
const EPSILONS = [1e-6, 0];

/** Every call with every combination of its options. */
export const kernelCalls: readonly KernelCall[] = [
  ...[0, 1].flatMap((ddof) => [summarize(ddof), segmentSummaries(ddof)]),
  ...centerOptions().map(center),
  ...standardizeOptions().map(standardize),
  ...SINGLETONS.map((singleton) => leaveOneOut({ singleton })),
];

function summarize(ddof: number): KernelCall {
  const options = { ddof, threshold: 0.5 };
  return {
    call: 'summarize',
    options,
    run: (kernels, { values }) => {
      const { count, sum, mean, std, min, max, countBelow } = kernels.summarize(values, options);
      return Float64Array.of(count, sum, mean, std, min, max, countBelow);
    },
  };
}

function segmentSummaries(ddof: number): KernelCall {
  const options = { ddof };
  return {
    call: 'segmentSummaries',
    options,
    run: (kernels, { values, offsets }) => {
      const { mean, std, min, max } = kernels.segmentSummaries(values, offsets, options);
      return Float64Array.from([...mean, ...std, ...min, ...max]);
    },
  };
}

function center(options: CenterOptions): KernelCall {
  return {
    call: 'center',
    options,
    run: (kernels, { values, offsets }, out) => {
      kernels.center(values, offsets, options, out);
      return out;
    },
  };
}

function standardize(options: StandardizeOptions): KernelCall {
  return {
    call: 'standardize',
    options,
    run: (kernels, { values, offsets }, out) => {
      kernels.standardize(values, offsets, options, out);
      return out;
    },
  };
}

function leaveOneOut(options: LeaveOneOutOptions): KernelCall {
  return {
    call: 'leaveOneOut',
    options,
    run: (kernels, { values, offsets }, out) => {
      kernels.leaveOneOut(values, offsets, options, out);
      return out;
    },
  };
}

function centerOptions(): CenterOptions[] {
  return (['group', 'pool'] as const).flatMap((baseline) =>
    SINGLETONS.map((singleton) => ({ baseline, singleton })),
  );
}

function standardizeOptions(): StandardizeOptions[] {
  const all: StandardizeOptions[] = [];
  for (const baseline of ['group', 'pool', 'none'] as const)
    for (const scale of ['group', 'pool'] as const)
      for (const scaleOf of ['values', 'residuals'] as const)
        for (const ddof of [0, 1])
          for (const epsilonPlace of ['outside', 'inside'] as const)
            for (const singleton of SINGLETONS) {
              // Alternating: an epsilon of 0 meets every option, but not every combination twice.
              const epsilon = EPSILONS[all.length % 2] as number;
              all.push({ baseline, scale, scaleOf, ddof, epsilon, epsilonPlace, singleton });
            }
  return all;
}
