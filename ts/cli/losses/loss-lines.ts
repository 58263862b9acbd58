import { listLossPresets, lossPresetTables } from '../../losses/presets/all.ts';
import { describeLoss, type LossDescription, listLosses } from '../../losses/registry.ts';
import type { CatalogueActions, ListOptions } from '../commands/catalogue.ts';
import { namedTable } from '../named-table.ts';
import { UsageError } from '../usage-error.ts';

/**
 * What `upperhand losses` lists: those that are registered; of a framework its presets; with `all` both.
 *
 * @throws UsageError for a framework that there is not
 */
export function listOfLosses(options: ListOptions): ReturnType<CatalogueActions['list']> {
  const entries = namesOf(options).map((name) => describeLoss(name));
  // Only presets are made of a loss. What may be long comes last, where nothing is moved out of sight.
  const arePresets = entries.some(({ preset }) => preset !== null);
  const rows = entries.map((entry) => [
    entry.name,
    entry.preset?.title ?? entry.title,
    ...(arePresets ? [madeOf(entry)] : []),
    entry.formula ?? '(a function of its own)',
  ]);
  const header = ['name', 'what it is', ...(arePresets ? ['made of'] : []), 'loss of a token'];
  return { entries, table: (io) => namedTable(header, rows, io) };
}

function namesOf({ framework, all = false }: ListOptions): string[] {
  if (framework === undefined) return all ? [...listLosses(), ...listLossPresets()] : listLosses();
  const names = listLossPresets(framework);
  if (names.length > 0) return names;
  const known = lossPresetTables.map((table) => table.framework).join(', ');
  throw new UsageError(
    `--framework: no framework "${framework}" has losses here; known are ${known}`,
  );
}

/** Of a preset its loss and options: `ppo, token-mean, epsClip 0.2`. */
export function madeOf({ preset }: Pick<LossDescription, 'preset'>): string {
  if (preset === null) return '';
  const options = Object.entries(preset.options ?? {}).map(
    ([name, value]) => `${name} ${optionText(value)}`,
  );
  return [preset.loss, preset.aggregation, ...options].join(', ');
}

/** An option's value as text; JSON has no infinity. */
export function optionText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
