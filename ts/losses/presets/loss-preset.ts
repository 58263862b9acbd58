import type { AggregationName } from '../aggregation.ts';
import type { BuiltInLoss, BuiltInLosses, OptionsOf } from '../built-ins.ts';

interface PresetAbout {
  readonly title: string;
  /** Path and function in the framework's repository, at the version of its table. */
  readonly source: string;
  /** `'ran'`: held against what the framework's function returns. `'read'`: from reading its source only. */
  readonly evidence: 'ran' | 'read';
  /** What is unlike other readings of the name, in a sentence or two. */
  readonly differs?: string;
  readonly aggregation: AggregationName;
  /** What rows of one group share, where groups count: a prompt, or one rollout of several rows. Default `'prompt'`. */
  readonly groups?: 'prompt' | 'rollout';
}

/** One framework's reading of a loss, as data: a loss of ours, and the options that make it theirs. */
export type LossPreset = {
  readonly [Name in BuiltInLoss]: PresetAbout & {
    readonly loss: Name;
    readonly options?: Omit<OptionsOf<BuiltInLosses[Name]>, 'aggregation'>;
  };
}[BuiltInLoss];

/** All loss presets of a framework. Their full names are `<framework>/<name>`. */
export interface FrameworkLossPresets {
  readonly framework: string;
  readonly repository: string;
  /** Commit and day. */
  readonly version: string;
  readonly presets: Readonly<Record<string, LossPreset>>;
}
