import type { TrainerConfig } from '../../config/trainer-config.ts';
import type { TrainerConfigOptions } from '../../config/trainer-config-options.ts';
import { type ConfigFileOptions, readConfigFile } from './read-config-file.ts';

/**
 * Reads the config of a run from a YAML file, as `upperhand train` does.
 *
 * @param overrides - `a.b=v`, `+a.b=v`, `++a.b=v`, `~a.b`, `group=option`
 * @throws ConfigError with all that is wrong with files, overrides, interpolations and values, each with its place
 * @example
 * const folder = folderInMemory({ 'run.yaml': 'rllm: {rollout: {n: 4}}' });
 * const config = await loadTrainerConfig('run.yaml', ['rllm.trainer.total_epochs=3'], { folder });
 * config.trainer.totalEpochs; // 3
 */
export async function loadTrainerConfig(
  path: string,
  overrides: readonly string[] = [],
  options: ConfigFileOptions & TrainerConfigOptions = {},
): Promise<TrainerConfig> {
  const file = await readConfigFile(path, overrides, options);
  return file.toTrainerConfig(options);
}
