import { UpperhandError } from '../../errors/upperhand-error.ts';
import { listPresets, type PresetDescription } from '../../estimators/presets/list-presets.ts';
import {
  describeAdvEstimator,
  type EstimatorDescription,
  listAdvEstimators,
} from '../../estimators/registry.ts';
import type { CatalogueActions, ListOptions } from '../commands/catalogue.ts';
import { namedTable } from '../named-table.ts';
import { UsageError } from '../usage-error.ts';

/** A line of the list: what is registered, or a preset. */
export type ListedEstimator = EstimatorDescription | PresetDescription;

/** {@link listedEstimators}, and the same as a table. */
export function listEstimators(options: ListOptions): ReturnType<CatalogueActions['list']> {
  const entries = listedEstimators(options);
  // Formulas may be long: nothing stands behind them.
  const rows = entries.map(({ name, formula, title }) => [
    name,
    title,
    formula ?? '(a function of its own)',
  ]);
  return { entries, table: (io) => namedTable(['name', 'what it is', 'formula'], rows, io) };
}

/**
 * What `upperhand estimators` lists: those that are registered; of a framework its presets; with `all` both.
 *
 * @throws UsageError for a framework that there is not
 */
function listedEstimators(options: ListOptions): ListedEstimator[] {
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
