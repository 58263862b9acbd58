import { refuse } from '../../errors/refuse.ts';
import { maxAtK } from '../../kernels/js/max-at-k.ts';
import type { AdvantageSpec } from './advantage-spec.ts';
import { compileAffine } from './compile-affine.ts';
import { isOfGroup, usesGroups } from './group-scope.ts';
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
  const needs = needsOf(spec);
  const whole = withWhiteningAsScale(spec);
  const { missing = 'propagate', rows = 'all', columns, reward = [], post = [] } = whole;
  const direct =
    missing === 'propagate' &&
    rows === 'all' &&
    spec.singleton !== 'exclude' &&
    columns === undefined &&
    reward.length === 0 &&
    post.length === 0 &&
    needs.tracker === null;
  return { needs, direct, estimate: compileEstimate(direct ? whole : spec) };
}

/** Whitening all that a baseline leaves is to divide it by the std of the pool. */
function withWhiteningAsScale(spec: AdvantageSpec): AdvantageSpec {
  const { post: [step, ...others] = [], ...rest } = spec;
  if (step?.kind !== 'whiten' || others.length > 0 || spec.scale.kind !== 'none') return spec;
  // A scale leaves the 0 of a lone member, which is whitened as any other.
  if (spec.singleton === 'zero' && isOfGroup(spec.baseline)) return spec;
  return { ...rest, scale: { ...step, kind: 'std', scope: 'pool', of: 'residuals' } };
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
