import { kernelsOr } from '../../kernels/active-kernels.ts';
import { GroupedRewards } from '../../kernels/grouped-rewards.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { checkRecord } from '../../types/check.ts';
import type { RewardsInput } from '../adv-estimator.ts';
import { checkTrackerState, copyTrackerState } from '../tracker/tracker-state.ts';
import type { AdvantageSpec, StdScale } from './advantage-spec.ts';
import { checkSpec } from './check-spec.ts';
import { runSpec } from './run-spec.ts';
import type { SpecInputs } from './spec-input.ts';

/** The parts of advantages: (reward − baseline) / divisor, then the steps of `post`. All of them [trajectories]. */
export interface ExplainedAdvantages {
  /** As they enter the baseline: columns combined, reward steps and credit applied. */
  readonly rewards: Float64Array;
  readonly baselines: Float64Array;
  /** reward − baseline; after a `recentre`, less that mean too. */
  readonly residuals: Float64Array;
  /** 1 where nothing divides; NaN where a residual of 0 does not tell. */
  readonly divisors: Float64Array;
  /** residual / divisor. */
  readonly scaled: Float64Array;
  /** After the steps of `post`. */
  readonly advantages: Float64Array;
}

/**
 * Why each trajectory gets its advantage: what is subtracted from its reward, and what that is divided by.
 *
 * @param spec - of one number a trajectory
 * @param rewards - grouped rewards, or an array a group
 * @param inputs - as for {@link defineEstimator}: `lengths`, `baselines`, …
 * @throws UpperhandError `invalid-argument`, ConfigError as the estimator of that spec would
 * @example
 * const spec = calculateGrpoAdvantages.spec();
 * const { baselines, divisors, advantages } = explainSpec(spec, [[1, 0]]);
 * baselines;  // Float64Array [0.5, 0.5]
 * divisors;   // Float64Array [0.500001, 0.500001]
 * advantages; // Float64Array [0.999998000004, -0.999998000004]
 */
export function explainSpec(
  spec: AdvantageSpec,
  rewards: RewardsInput,
  inputs: SpecInputs & { readonly kernels?: Kernels } = {},
): ExplainedAdvantages {
  checkSpec(spec);
  checkRecord('inputs', inputs);
  const { kernels: given, ...rest } = inputs;
  const kernels = kernelsOr(given);
  const grouped = rewards instanceof GroupedRewards ? rewards : GroupedRewards.from(rewards);
  const run = (part: AdvantageSpec): Float64Array =>
    runSpec(part, grouped, kernels, withoutState(rest)).values;
  const { post: _, ...estimate } = spec;
  const entering = run({ ...estimate, baseline: { kind: 'none' }, scale: { kind: 'none' } });
  const residual = run({ ...estimate, scale: { kind: 'none' } });
  const scaled = run(estimate);
  const advantages = run(spec);
  const divisors = divisorsOf(spec, grouped, entering, residual, scaled, kernels);
  const residuals = isRecentred(spec)
    ? scaled.map((value, i) => value * (divisors[i] as number))
    : residual;
  return {
    rewards: entering,
    baselines: entering.map((reward, i) => reward - (residual[i] as number)),
    residuals,
    divisors,
    scaled,
    advantages,
  };
}

/** An explanation must not move what a tracker remembers: it gets a copy. */
function withoutState(inputs: SpecInputs): SpecInputs {
  const { state } = inputs;
  if (state === undefined) return inputs;
  checkTrackerState('state', state);
  return { ...inputs, state: copyTrackerState(state) };
}

function isRecentred({ scale }: AdvantageSpec): boolean {
  return scale.kind === 'std' && scale.recentre === true;
}

function divisorsOf(
  { scale }: AdvantageSpec,
  { offsets }: GroupedRewards,
  rewards: Float64Array,
  residuals: Float64Array,
  scaled: Float64Array,
  kernels: Kernels,
): Float64Array {
  if (scale.kind === 'none') return new Float64Array(rewards.length).fill(1);
  const told = residuals.map((residual, i) => residual / (scaled[i] as number));
  if (scale.kind !== 'std' || scale.scope === 'leave-one-out') return told;
  // Where the residual is 0 the quotient does not tell; the std does, but for the rules about groups without one.
  const of = scale.of === 'values' ? rewards : residuals;
  const cuts = scale.scope === 'group' ? offsets : Uint32Array.of(0, rewards.length);
  const { std } = kernels.segmentSummaries(of, cuts, { ddof: scale.ddof });
  std.forEach((value, g) => {
    const divisor = isPlain(scale) ? withEpsilon(value, scale) : Number.NaN;
    for (let i = cuts[g] as number; i < (cuts[g + 1] as number); i++)
      if (Number.isNaN(told[i]) || scale.recentre) told[i] = divisor;
  });
  return told;
}

/** Whether the std of trajectories is all that it takes. */
function isPlain({
  weighting = 'trajectory',
  about = 'mean',
  countEpsilon = 0,
}: StdScale): boolean {
  return weighting === 'trajectory' && about === 'mean' && countEpsilon === 0;
}

function withEpsilon(std: number, { epsilon, epsilonPlace }: StdScale): number {
  if (epsilonPlace === 'outside') return std + epsilon;
  return Math.sqrt(epsilonPlace === 'inside' ? std * std + epsilon : Math.max(std * std, epsilon));
}
