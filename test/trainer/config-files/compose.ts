import type { ConfigProblem } from '../../../ts/errors/config-error.ts';
import { applyOverrides } from '../../../ts/trainer/config-files/apply-overrides.ts';
import { composeConfig } from '../../../ts/trainer/config-files/compose.ts';
import { folderInMemory } from '../../../ts/trainer/config-files/config-folder.ts';
import { type MappingNode, mapping } from '../../../ts/trainer/config-files/node.ts';
import { parseOverrides } from '../../../ts/trainer/config-files/parse-override.ts';
import { splitOverrides } from '../../../ts/trainer/config-files/split-overrides.ts';

export interface Composed {
  /** Without Hydra's own section. */
  readonly root: MappingNode;
  readonly problems: readonly ConfigProblem[];
  readonly ignored: readonly string[];
}

/** Composes config.yaml of a folder in memory, which is called /conf. */
export async function compose(
  files: Readonly<Record<string, string>>,
  texts: readonly string[],
): Promise<Composed> {
  const folder = folderInMemory(files, '/conf');
  const { overrides, problems } = parseOverrides(texts);
  const { groups, values, ignored } = await splitOverrides(folder, overrides, problems);
  const options = { env: {}, now: new Date(0), problems, ignored };
  const composed = await composeConfig(folder, 'config.yaml', groups, options);
  const root = applyOverrides(composed, values, { ...options, known: [] });
  const entries = [...root.entries].filter(([key]) => key !== 'hydra');
  return { root: mapping(entries, ''), problems, ignored };
}
