import { show } from '../../errors/show.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { AdvEstimator, EstimatorOptions } from '../adv-estimator.ts';
import { defineEstimator, type SpecEstimator } from '../define-estimator.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { defineStepEstimator, type StepEstimator } from '../step/define-step-estimator.ts';
import { defineTokenEstimator, type TokenEstimator } from '../token/define-token-estimator.ts';
import { type FoundPreset, findPreset, presetSpec } from './preset-registry.ts';

const made = new Map<string, AdvEstimator>();

/** The estimator of a preset, the same one at each call; undefined where there is no such preset. */
export function findPresetEstimator(name: unknown): AdvEstimator | undefined {
  const found = findPreset(name);
  if (found === undefined) return undefined;
  const known = made.get(name as string);
  if (known) return known;
  const estimator = estimatorOf(name as string, found);
  made.set(name as string, estimator);
  return estimator;
}

function estimatorOf(name: string, { preset, framework, spec }: FoundPreset): AdvEstimator {
  const { title } = preset;
  const source = preset.paper ?? `${framework.repository}, ${preset.source}`;
  if ('level' in spec)
    return withVariants(
      name,
      spec.level === 'token'
        ? defineTokenEstimator({ title, source, spec })
        : defineStepEstimator({ title, source, spec }),
    );
  const centring = spec === preset.spec ? preset.variants?.[CENTRING] : undefined;
  const flagged = (centring ?? spec) as AdvantageSpec;
  return defineEstimator({
    title,
    source,
    spec: (options) => specFor(name, centres(options) ? flagged : spec, options),
  });
}

/** Of steps and tokens: each variant is an estimator of its own. */
function withVariants<E extends TokenEstimator | StepEstimator>(name: string, plain: E): E {
  const estimate: AdvEstimator = (rewards, options = {}) => {
    const { variant, ...others } = options ?? {};
    if (variant === undefined) return plain(rewards, options);
    presetSpec(name, variant);
    return (findPresetEstimator(`${name}:${variant}`) as AdvEstimator)(rewards, others);
  };
  const { level, spec, about, needs } = plain;
  return Object.assign(estimate, { level, spec, about, needs }) as E;
}

/** What several frameworks call the flag that configs have too. */
const CENTRING = 'norm_adv_by_std_in_grpo=False';

function centres({ normAdvByStdInGrpo, algorithm }: EstimatorOptions): boolean {
  return !(normAdvByStdInGrpo ?? algorithm?.normAdvByStdInGrpo ?? true);
}

function specFor(
  name: string,
  plain: AdvantageSpec,
  { variant, epsilon }: EstimatorOptions,
): AdvantageSpec {
  const spec = variant === undefined ? plain : ofTrajectories(`${name}:${variant}`);
  const { scale } = spec;
  if (epsilon === undefined || !('epsilon' in scale)) return spec;
  return { ...spec, scale: { ...scale, epsilon } };
}

/**
 * The estimator of a preset that gives one number a trajectory. Options may change the epsilon that its scale has, and choose
 * a variant; `normAdvByStdInGrpo: false` chooses `norm_adv_by_std_in_grpo=False` of a preset that has it.
 *
 * @throws UpperhandError `unknown-estimator` for a name or variant that there is not, and for a preset of steps or tokens,
 *   which `getAdvEstimator` gives
 * @example
 * presetEstimator('rllm/rloo')([[1, 0, 0]]).advantages.toArrays(); // [[1, -0.5, -0.5]]
 */
export function presetEstimator(name: string): SpecEstimator {
  ofTrajectories(name);
  return findPresetEstimator(name) as SpecEstimator;
}

function ofTrajectories(name: string): AdvantageSpec {
  const spec = presetSpec(name);
  if (!('level' in spec)) return spec;
  throw new UpperhandError(
    'unknown-estimator',
    `preset ${show(name)} gives a number a ${spec.level}; getAdvEstimator gives it`,
  );
}
