import type { ConfigProblem } from '../../errors/config-error.ts';
import type { ConfigFolder } from './config-folder.ts';
import type { Override } from './override.ts';

/** Overrides that choose options of groups, and those that set values. */
export interface SplitOverrides {
  readonly groups: Override[];
  readonly values: Override[];
  /** Keys that only Hydra itself reads. */
  readonly ignored: string[];
}

/** A key names a group when there is a folder of that name; a mapping as value is never an option of one. */
export async function splitOverrides(
  folder: ConfigFolder,
  overrides: readonly Override[],
  problems: ConfigProblem[],
): Promise<SplitOverrides> {
  const split: SplitOverrides = { groups: [], values: [], ignored: [] };
  for (const override of overrides) {
    const { key, value, text } = override;
    const isGroup =
      !key.includes('.') && value?.kind !== 'mapping' && (await folder.list(key)) !== undefined;
    if (/^hydra[./]/.test(key)) split.ignored.push(key);
    else if (isGroup) split.groups.push(override);
    else if (key.includes('/') || override.package !== null) {
      const message = `looks like a choice for config group ${key}, but there is no folder ${folder.name}/${key}`;
      problems.push({ path: `override ${JSON.stringify(text)}`, message });
    } else split.values.push(override);
  }
  return split;
}
