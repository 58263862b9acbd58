import { dirname, resolve } from 'node:path';
import type { Dataset } from '../../datasets/dataset.ts';
import { toDataset } from '../../datasets/to-dataset.ts';
import type { ConfigProblem } from '../../errors/config-error.ts';
import { show } from '../../errors/show.ts';
import type { ConfigFile } from '../../trainer/config-files/config-file.ts';

/**
 * A path that a config gives: one of a file counts from that file's folder, one of the command line from where the
 * command runs.
 */
export function resolvePath(given: string, place: string | undefined, configPath: string): string {
  return place?.startsWith('override ') ? resolve(given) : resolve(dirname(configPath), given);
}

/**
 * The tasks that `data.train_files` or `data.val_files` names: a JSON-lines file, or several that are one set.
 *
 * @returns undefined when there are none
 */
export async function openTaskFiles(
  file: ConfigFile,
  key: 'train_files' | 'val_files',
  configPath: string,
  problems: ConfigProblem[],
): Promise<Dataset<unknown> | undefined> {
  const path = `data.${key}`;
  const { data } = file.root as { data?: Record<string, unknown> };
  const given = data?.[key] ?? undefined;
  if (given === undefined) return undefined;
  const names = Array.isArray(given) ? given : [given];
  const odd = names.findIndex((name) => typeof name !== 'string' || name === '');
  if (names.length === 0 || odd >= 0) {
    const message = `must be the path of a JSON-lines file, or a list of paths, got ${show(names.length === 0 ? given : names[odd])}`;
    problems.push({ path: Array.isArray(given) && odd >= 0 ? `${path}.${odd}` : path, message });
    return undefined;
  }
  const parquet = names.find((name) => /\.(parquet|arrow)$/i.test(name));
  if (parquet !== undefined) {
    const message = `must be JSON lines, got ${show(parquet)}; Parquet is not read yet: pandas.read_parquet(path).to_json(path, orient="records", lines=True) converts it`;
    problems.push({ path, message });
    return undefined;
  }
  const place = file.placeOf(Array.isArray(given) ? `${path}.0` : path);
  const sets: Dataset<unknown>[] = [];
  for (const name of names) {
    try {
      sets.push(await toDataset<unknown>(resolvePath(name, place, configPath)));
    } catch (error) {
      problems.push({ path, message: (error as Error).message });
    }
  }
  return joined(sets);
}

/** Several sets as one, in their order. */
function joined(sets: readonly Dataset<unknown>[]): Dataset<unknown> {
  const length = sets.reduce((sum, set) => sum + set.length, 0);
  return {
    length,
    get(index) {
      let rest = index;
      for (const set of sets) {
        if (rest < set.length) return set.get(rest);
        rest -= set.length;
      }
      return undefined;
    },
  };
}
