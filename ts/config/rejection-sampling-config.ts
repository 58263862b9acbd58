import type {
  RejectionMode,
  RejectionSamplingConfig as RejectionSamplingConfigType,
} from '../types/rejection-sampling-config.ts';
import type { ConfigReadOptions } from './config-read-options.ts';
import { ConfigReading } from './config-reading.ts';
import { choice, type Field, flag, numeric } from './field.ts';

export type RejectionSamplingConfig = RejectionSamplingConfigType;

const MODE: Field<RejectionMode> = choice<RejectionMode>('mode', 'none', [
  'none',
  'episode',
  'group',
]);

const FIELDS = {
  minTrajsPerGroup: numeric('min_trajs_per_group', 2, { integer: true, min: 0 }),
  minPartialSolveTasks: numeric('min_partial_solve_tasks', 1, { integer: true, min: 0 }),
  filterUniformGroups: flag('filter_uniform_groups', false),
};

/** A key of newer rLLM that resembles one above and is not a misspelling of it. */
const ELSEWHERE = ['refill_filtered_uniform_groups'];

/** Makes and reads {@link RejectionSamplingConfigType}: which groups are worth training on. */
export const RejectionSamplingConfig = {
  /**
   * Makes a config in code; what is left out has its default.
   *
   * @throws ConfigError with all problems: unknown fields, wrong types, a mode that does not exist
   * @example
   * RejectionSamplingConfig.create({ mode: 'episode' }).minTrajsPerGroup; // 2
   */
  create(init: Partial<RejectionSamplingConfig> = {}): RejectionSamplingConfig {
    const reading = new ConfigReading();
    const section = reading.section(init, 'RejectionSamplingConfig');
    const config = { mode: section.read(MODE), ...section.readAll(FIELDS, 'code') };
    section.judgeUnknownKeys({ closed: true });
    reading.finish();
    return Object.freeze(config);
  },

  /**
   * Reads section `rllm.rejection_sample`; an absent one has the defaults. A `mode` that is not null decides;
   * without one `enable: true` means `'episode'`. Unknown keys are ignored with a warning, misspelt ones refused.
   *
   * @throws ConfigError with all problems and their paths
   * @example
   * RejectionSamplingConfig.fromConfig({ enable: true }).mode; // 'episode'
   */
  fromConfig(section: unknown, options: ConfigReadOptions = {}): RejectionSamplingConfig {
    const reading = new ConfigReading();
    const keys = reading.section(section ?? {}, options.path ?? 'rllm.rejection_sample');
    const enable = keys.read(flag('enable', false));
    const implied = enable ? 'episode' : 'none';
    const mode = (keys.value('mode') ?? null) === null ? implied : keys.read(MODE);
    const config = { mode, ...keys.readAll(FIELDS, 'file') };
    keys.value('multiplier'); // the trainer's, for the size of its batches
    keys.judgeUnknownKeys({ elsewhere: ELSEWHERE });
    reading.finish(options.onWarning);
    return Object.freeze(config);
  },
};
