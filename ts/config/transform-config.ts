import type { OnWarning } from '../errors/warning.ts';
import type { IdSeparator } from '../types/ids.ts';
import { DEFAULT_TRAJECTORY_NAME } from '../types/trajectory.ts';
import type { TransformConfig as TransformConfigType } from '../types/transform-config.ts';
import type { ConfigReadOptions } from './config-read-options.ts';
import { ConfigReading, type Section } from './config-reading.ts';
import { choice, flag, text } from './field.ts';

export type TransformConfig = TransformConfigType;

const FIELDS = {
  imputeMissingNames: flag('impute_missing_names', true),
  defaultTrajName: text('default_traj_name', DEFAULT_TRAJECTORY_NAME),
  dropUnnamedTraj: flag('drop_unnamed_traj', false),
  broadcast: flag('broadcast', true),
  idSeparator: choice<IdSeparator>('id_separator', 'last', ['last', 'first']),
};

/** Makes and reads {@link TransformConfigType}: how episodes become trajectory groups. */
export const TransformConfig = {
  /**
   * Makes a config in code; what is left out has its default.
   *
   * @throws ConfigError with all problems: unknown fields, wrong types
   * @example
   * TransformConfig.create({ broadcast: false }).imputeMissingNames; // true
   */
  create(init: Partial<TransformConfig> = {}): TransformConfig {
    const reading = new ConfigReading();
    const section = reading.section(init, 'TransformConfig');
    return finish(reading, section, 'code');
  },

  /**
   * Reads section `rllm.transform`; an absent one has the defaults. `id_separator` ('last' or 'first') is a key of
   * our own. Unknown keys are ignored with a warning, misspelt ones refused.
   *
   * @throws ConfigError with all problems and their paths
   * @example
   * TransformConfig.fromConfig({ impute_missing_names: false }).dropUnnamedTraj; // false
   */
  fromConfig(section: unknown, options: ConfigReadOptions = {}): TransformConfig {
    const reading = new ConfigReading();
    const keys = reading.section(section ?? {}, options.path ?? 'rllm.transform');
    return finish(reading, keys, 'file', options.onWarning);
  },
};

function finish(
  reading: ConfigReading,
  section: Section,
  naming: 'file' | 'code',
  onWarning?: OnWarning,
): TransformConfig {
  const config = section.readAll(FIELDS, naming);
  if (config.idSeparator === 'last' && config.defaultTrajName.includes(':')) {
    const { key } = FIELDS.defaultTrajName;
    section.problem(
      naming === 'file' ? key : 'defaultTrajName',
      'must not contain ":", at which ids are cut',
    );
  }
  section.judgeUnknownKeys({ closed: naming === 'code' });
  reading.finish(onWarning);
  return Object.freeze(config);
}
