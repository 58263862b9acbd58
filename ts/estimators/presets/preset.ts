import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import type { StepSpec } from '../step/step-spec.ts';
import type { TokenSpec } from '../token/token-spec.ts';

/** One framework's reading of an estimator, as data. */
export interface Preset {
  readonly title: string;
  /** Path and function in the framework's repository, at the version of its table. */
  readonly source: string;
  /** `arXiv:…`, where there is a paper. */
  readonly paper?: string;
  /** `'ran'`: held against what the framework's function returns. `'read'`: from reading its source only. */
  readonly evidence: 'ran' | 'read';
  /** What differs from other readings of the name, in a sentence or two. */
  readonly differs?: string;
  /** Where the framework's own function does something that its formula does not mean, and this gives the formula. */
  readonly deviates?: string;
  /** One number a trajectory, or, by its `level`, one a step or a token. */
  readonly spec: AdvantageSpec | StepSpec | TokenSpec;
  /** The framework's own flags that become other specs: `{ norm_adv_by_std_in_grpo: false }`. */
  readonly variants?: Readonly<Record<string, AdvantageSpec | StepSpec | TokenSpec>>;
}

/** All presets of a framework. Their full names are `<framework>/<name>`. */
export interface FrameworkPresets {
  readonly framework: string;
  readonly repository: string;
  /** Commit and day. */
  readonly version: string;
  readonly presets: Readonly<Record<string, Preset>>;
}
