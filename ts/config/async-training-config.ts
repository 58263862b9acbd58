import type { AsyncTrainingConfig as AsyncTrainingConfigType } from '../types/async-training-config.ts';
import type { ConfigReadOptions } from './config-read-options.ts';
import { ConfigReading, type Section } from './config-reading.ts';
import { flag, numeric, orNull, text } from './field.ts';

export type AsyncTrainingConfig = AsyncTrainingConfigType;

const FIELDS = {
  enable: flag('enable', false),
  miniBatchSize: numeric('mini_batch_size', 1, { integer: true, min: 1 }),
  fwdBwdGroupSize: orNull(numeric('fwd_bwd_group_size', 1, { integer: true, min: 1 })),
  stalenessThreshold: numeric('staleness_threshold', 0, { min: 0 }),
  triggerParameterSyncStep: numeric('trigger_parameter_sync_step', 1, { integer: true, min: 1 }),
  partialRollout: flag('partial_rollout', true),
  episodeOffloadDir: orNull(text('episode_offload_dir', '')),
  trajectoryGroupOffloadDir: orNull(text('trajectory_group_offload_dir', '')),
};

/** Makes and reads {@link AsyncTrainingConfigType}: training while rollouts go on. */
export const AsyncTrainingConfig = {
  /**
   * Makes a config in code; what is left out has its default.
   *
   * @throws ConfigError with all problems: unknown fields, wrong types, sizes that do not divide
   * @example
   * AsyncTrainingConfig.create({ enable: true, miniBatchSize: 8 }).fwdBwdGroupSize; // 8
   */
  create(init: Partial<AsyncTrainingConfig> = {}): AsyncTrainingConfig {
    const reading = new ConfigReading();
    return finish(reading, reading.section(init, 'AsyncTrainingConfig'), 'code');
  },

  /**
   * Reads section `rllm.async_training`; an absent one has the defaults. Unknown keys are always refused, as in rLLM.
   *
   * Source: rLLM's `AsyncTrainingConfig.from_config`.
   *
   * @throws ConfigError with all problems and their paths
   * @example
   * AsyncTrainingConfig.fromConfig({ mini_batch_size: 4 }).enable; // false
   */
  fromConfig(section: unknown, options: Pick<ConfigReadOptions, 'path'> = {}): AsyncTrainingConfig {
    const reading = new ConfigReading();
    const keys = reading.section(section ?? {}, options.path ?? 'rllm.async_training');
    return finish(reading, keys, 'file');
  },
};

function finish(
  reading: ConfigReading,
  section: Section,
  naming: 'file' | 'code',
): AsyncTrainingConfig {
  const { fwdBwdGroupSize, ...fields } = section.readAll(FIELDS, naming);
  const config = { ...fields, fwdBwdGroupSize: fwdBwdGroupSize ?? fields.miniBatchSize };
  if (config.enable && config.miniBatchSize % config.fwdBwdGroupSize !== 0) {
    section.problem(
      naming === 'file' ? FIELDS.miniBatchSize.key : 'miniBatchSize',
      `must be a multiple of the groups of one pass (${config.fwdBwdGroupSize}), got ${config.miniBatchSize}`,
    );
  }
  section.judgeUnknownKeys({ closed: true });
  reading.finish();
  return Object.freeze(config);
}
