import { checkOptions } from '../../errors/check-options.ts';
import { show } from '../../errors/show.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { describeSpec } from '../spec/describe-spec.ts';
import { describeStepSpec } from '../step/describe-step-spec.ts';
import type { StepSpec } from '../step/step-spec.ts';
import { describeTokenSpec } from '../token/describe-token-spec.ts';
import type { TokenSpec } from '../token/token-spec.ts';
import { frameworkPresets } from './all.ts';
import type { Preset } from './preset.ts';

/** What is known of a preset, for tables. */
export interface PresetDescription extends Omit<Preset, 'spec' | 'variants'> {
  /** `framework/name`. */
  readonly name: string;
  readonly framework: string;
  readonly repository: string;
  /** Commit and day. */
  readonly version: string;
  /** What it gives a number for. */
  readonly level: 'trajectory' | 'step' | 'token';
  readonly formula: string;
  /** By name, as formulas. */
  readonly variants: Readonly<Record<string, string>>;
}

/**
 * All presets, or those of one framework.
 *
 * @throws UpperhandError `unknown-estimator` for a framework that there is not
 * @example
 * listPresets({ framework: 'rllm' }).map(({ name }) => name).includes('rllm/grpo'); // true
 */
export function listPresets(options: { readonly framework?: string } = {}): PresetDescription[] {
  checkOptions(options, { framework: true });
  const { framework: asked } = options;
  const frameworks = frameworkPresets.filter(
    ({ framework }) => asked === undefined || framework === asked,
  );
  if (frameworks.length === 0) {
    const known = frameworkPresets.map(({ framework }) => framework).join(', ');
    throw new UpperhandError(
      'unknown-estimator',
      `no framework ${show(asked)}; known are ${known}`,
    );
  }
  return frameworks.flatMap(({ framework, repository, version, presets }) =>
    Object.entries(presets).map(([key, { spec, variants = {}, ...about }]) => ({
      ...about,
      name: `${framework}/${key}`,
      framework,
      repository,
      version,
      level: 'level' in spec ? spec.level : 'trajectory',
      formula: describeAnySpec(spec),
      variants: Object.fromEntries(
        Object.entries(variants).map(([name, of]) => [name, describeAnySpec(of)]),
      ),
    })),
  );
}

/** A spec of any level as a formula. */
export function describeAnySpec(spec: AdvantageSpec | StepSpec | TokenSpec): string {
  if (!('level' in spec)) return describeSpec(spec);
  if (spec.level === 'token') return describeTokenSpec(spec);
  return describeStepSpec(spec);
}
