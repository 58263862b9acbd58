import { refuse } from '../../errors/refuse.ts';
import { maxAtK } from '../../kernels/js/max-at-k.ts';
import type { AdvantageSpec } from './advantage-spec.ts';
import { compileAffine } from './compile-affine.ts';
import { usesGroups } from './group-scope.ts';
import { holdSpec } from './hold-spec.ts';
import type { Estimate } from './sample.ts';
import { needsOf, type SpecNeeds } from './spec-inputs.ts';

/** A spec made ready to run. */
export interface SpecPlan {
  readonly needs: SpecNeeds;
  /** Nothing but `estimate` has to be done. */
  readonly direct: boolean;
  /** Credit, baseline and scale. */
  readonly estimate: Estimate;
}

const plans = new WeakMap<AdvantageSpec, SpecPlan>();

/** The plan of a checked spec, made once for each object. */
export function planOf(spec: AdvantageSpec): SpecPlan {
  const known = plans.get(spec);
  if (known) return known;
  const plan = compileSpec(spec);
  plans.set(holdSpec(spec), plan);
  return plan;
}

function compileSpec(spec: AdvantageSpec): SpecPlan {
  const { missing = 'propagate', rows = 'all', columns, reward = [], post = [] } = spec;
  const needs = needsOf(spec);
  const direct =
    missing === 'propagate' &&
    rows === 'all' &&
    spec.singleton !== 'exclude' &&
    columns === undefined &&
    reward.length === 0 &&
    post.length === 0 &&
    needs.tracker === null;
  return { needs, direct, estimate: compileEstimate(spec) };
}

function compileEstimate(spec: AdvantageSpec): Estimate {
  const { credit, singleton } = spec;
  const affine = compileAffine(spec);
  const refusesLone = singleton === 'refuse' && usesGroups(spec);
  if (!credit && !refusesLone) return affine;
  return (sample, kernels) => {
    if (refusesLone) refuseLone(sample.offsets);
    if (!credit) return affine(sample, kernels);
    const values = new Float64Array(sample.values.length);
    maxAtK(sample.values, sample.offsets, credit.k, values);
    return affine({ ...sample, values }, kernels);
  };
}

function refuseLone(offsets: Uint32Array): void {
  for (let g = 1; g < offsets.length; g++) {
    if ((offsets[g] as number) - (offsets[g - 1] as number) === 1)
      refuse(`group ${g - 1}`, 'of two or more trajectories', 1);
  }
}
