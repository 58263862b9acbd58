import type { ConfigProblem } from '../../errors/config-error.ts';
import { besideFiles } from '../../platform/node-fs.ts';
import { applyOverrides } from './apply-overrides.ts';
import { BASE_CONFIG, OTHER_KEYS } from './base-config.ts';
import { composeConfig } from './compose.ts';
import { ConfigFile } from './config-file.ts';
import { type ConfigFolder, folderOnDisk } from './config-folder.ts';
import { mergeConfigs } from './merge.ts';
import type { ConfigNode } from './node.ts';
import { parseOverrides } from './parse-override.ts';
import { parseYaml } from './parse-yaml.ts';
import { Resolution } from './resolution.ts';
import { settle } from './settle.ts';
import { splitOverrides } from './split-overrides.ts';

export interface ConfigFileOptions {
  /** What `${oc.env:NAME}` finds. Default: nothing. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What `${now:%Y}` tells. Default: the time of the call. */
  readonly now?: Date;
  /** Where the file lies, so that its path is one in there. Default: the folder of the file on disk. */
  readonly folder?: ConfigFolder;
}

/**
 * Reads a YAML file as rLLM does: files that its `defaults` name, overrides of the command line, interpolations. Groups
 * of files are looked for in its own folder only. Whatever is wrong comes out when it is read as the config of a run.
 *
 * Source: Hydra's compose, OmegaConf.
 *
 * @param overrides - `a.b=v`, `+a.b=v`, `++a.b=v`, `~a.b`, `group=option`
 * @example
 * const folder = folderInMemory({ 'run.yaml': 'rllm:\n  trainer: {total_epochs: 3}\n' });
 * const file = await readConfigFile('run.yaml', ['rllm.rollout.n=4'], { folder });
 * file.toTrainerConfig().rollout.n;   // 4
 * file.placeOf('rllm.trainer.total_epochs'); // 'run.yaml:2'
 */
export async function readConfigFile(
  path: string,
  overrides: readonly string[] = [],
  { env = {}, now = new Date(), folder }: ConfigFileOptions = {},
): Promise<ConfigFile> {
  const source = folder ? { folder, name: path } : placeOnDisk(path);
  const parsed = parseOverrides(overrides);
  const problems: ConfigProblem[] = [];
  const split = await splitOverrides(source.folder, parsed.overrides, problems);
  const options = { env, now, problems, ignored: split.ignored };
  const composed = await composeConfig(source.folder, source.name, split.groups, options);
  const isIncomplete = problems.length > 0;
  const { root: base } = await parseYaml(BASE_CONFIG, 'the defaults');
  const root = applyOverrides(composed, split.values, {
    ...options,
    known: [...pathsOf(base), ...OTHER_KEYS],
  });
  // Interpolations find what the file leaves to its defaults; merging problems were told already.
  const whole = mergeConfigs(base, root, { ...options, problems: [] });
  const settled = settle(root, new Resolution(whole, options));
  return new ConfigFile({
    ...settled,
    problems: [...parsed.problems, ...problems],
    isIncomplete,
    ignored: split.ignored,
  });
}

function placeOnDisk(path: string): { folder: ConfigFolder; name: string } {
  const { basename, dirname } = besideFiles('node:path', 'a config file');
  return { folder: folderOnDisk(dirname(path)), name: basename(path) };
}

/** Of all keys, in sections and out of them. */
function pathsOf(node: ConfigNode, above: readonly string[] = []): string[] {
  if (node.kind !== 'mapping') return [above.join('.')];
  const below = [...node.entries].flatMap(([key, child]) => pathsOf(child, [...above, key]));
  return above.length === 0 ? below : [above.join('.'), ...below];
}
