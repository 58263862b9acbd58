import { nearest } from '../../errors/nearest.ts';
import { show } from '../../errors/show.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { holdSpec } from '../spec/hold-spec.ts';
import type { StepSpec } from '../step/step-spec.ts';
import type { TokenSpec } from '../token/token-spec.ts';
import { frameworkPresets } from './all.ts';
import type { FrameworkPresets, Preset } from './preset.ts';

/** A preset and the framework that it is of. */
export interface FoundPreset {
  readonly preset: Preset;
  readonly framework: FrameworkPresets;
  /** With the variant that its name asks for. */
  readonly spec: AdvantageSpec | StepSpec | TokenSpec;
}

/**
 * The preset of a name, `framework/name` or `framework/name:variant`.
 *
 * @throws UpperhandError `unknown-estimator` where there is such a preset but not such a variant
 */
export function findPreset(name: unknown): FoundPreset | undefined {
  if (typeof name !== 'string') return undefined;
  const slash = name.indexOf('/');
  const colon = name.indexOf(':', slash);
  const whole = colon < 0 ? name : name.slice(0, colon);
  const framework = frameworkPresets.find((one) => one.framework === whole.slice(0, slash));
  const key = whole.slice(slash + 1);
  if (framework === undefined || !Object.hasOwn(framework.presets, key)) return undefined;
  const preset = framework.presets[key] as Preset;
  const spec = colon < 0 ? preset.spec : variantOf(whole, preset, name.slice(colon + 1));
  return { preset, framework, spec: holdSpec(spec) };
}

/** Whether there is such a preset, and such a variant of it. */
export function isPresetName(name: unknown): boolean {
  try {
    return findPreset(name) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The spec of a preset, which is read-only: to print, to compare, or to make another one of.
 *
 * @param name - `framework/name`, or `framework/name:variant`
 * @param variant - one of its variants, where the name has none
 * @throws UpperhandError `unknown-estimator` for a name or a variant that there is not
 * @example
 * const spec = presetSpec('verl/grpo') as AdvantageSpec;
 * const mine = defineEstimator({ title: 'mine', source: 'here', spec: { ...spec, singleton: 'zero' } });
 * mine([[1, 0], [7]]).advantages.group(1); // Float64Array [0]
 */
export function presetSpec(name: string, variant?: string): AdvantageSpec | StepSpec | TokenSpec {
  const found = findPreset(variant === undefined ? name : `${name}:${variant}`);
  if (found === undefined)
    throw new UpperhandError('unknown-estimator', `unknown preset ${show(name)}${meant(name)}`);
  return found.spec;
}

/** `framework/name` of all presets. */
export function presetNames(): string[] {
  return frameworkPresets.flatMap(({ framework, presets }) =>
    Object.keys(presets).map((name) => `${framework}/${name}`),
  );
}

/** What may have been meant, as the end of a sentence. */
export function meant(name: unknown): string {
  if (typeof name !== 'string' || !name.includes('/')) return '; listPresets tells them';
  const slash = name.indexOf('/');
  const framework = name.slice(0, slash);
  const known = frameworkPresets.find((one) => one.framework === framework);
  if (known === undefined) {
    const near = nearest(name, presetNames());
    const frameworks = frameworkPresets.map((one) => one.framework).join(', ');
    return near === undefined ? `; frameworks are ${frameworks}` : `; did you mean ${show(near)}?`;
  }
  const names = Object.keys(known.presets);
  const colon = name.indexOf(':', slash);
  const key = name.slice(slash + 1, colon < 0 ? undefined : colon);
  if (colon >= 0 && Object.hasOwn(known.presets, key))
    return `: it has no such variant; ${meantVariant(known.presets[key] as Preset, name.slice(colon + 1))}`;
  const near = nearest(key, names);
  if (near !== undefined) return `; did you mean ${show(`${framework}/${near}`)}?`;
  return `; ${framework} has ${names.join(', ')}`;
}

function variantOf(
  name: string,
  preset: Preset,
  variant: string,
): AdvantageSpec | StepSpec | TokenSpec {
  const { variants = {} } = preset;
  if (Object.hasOwn(variants, variant))
    return variants[variant] as AdvantageSpec | StepSpec | TokenSpec;
  throw new UpperhandError(
    'unknown-estimator',
    `preset ${show(name)} has no variant ${show(variant)}; ${meantVariant(preset, variant)}`,
  );
}

function meantVariant({ variants = {} }: Preset, variant: string): string {
  const known = Object.keys(variants);
  const near = nearest(variant, known);
  return near ? `did you mean ${show(near)}?` : `it has ${known.join(', ') || 'none'}`;
}
