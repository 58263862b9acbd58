import { UpperhandError } from '../../errors/upperhand-error.ts';
import { listPresets, type PresetDescription } from '../../estimators/presets/list-presets.ts';
import {
  describeAdvEstimator,
  type EstimatorDescription,
  listAdvEstimators,
} from '../../estimators/registry.ts';
import { UsageError } from '../usage-error.ts';

/** A line of the list: what is registered, or a preset. */
export type ListedEstimator = EstimatorDescription | PresetDescription;

/**
 * What `upperhand estimators` lists: those that are registered; of a framework its presets; with `all` both.
 *
 * @throws UsageError for a framework that there is not
 */
export function listedEstimators(options: {
  readonly framework?: string;
  readonly all?: boolean;
}): ListedEstimator[] {
  const { framework, all = false } = options;
  if (framework !== undefined) return presetsOf(framework);
  const registered = listAdvEstimators().map((name) => describeAdvEstimator(name));
  return all ? [...registered, ...listPresets()] : registered;
}

function presetsOf(framework: string): PresetDescription[] {
  try {
    return listPresets({ framework });
  } catch (error) {
    if (error instanceof UpperhandError) throw new UsageError(`--framework: ${error.message}`);
    throw error;
  }
}
