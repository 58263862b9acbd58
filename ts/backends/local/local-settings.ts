import { ConfigReading, type Section } from '../../config/config-reading.ts';
import type { FieldTable, ValuesOf } from '../../config/field.ts';
import { fieldIn } from '../../config/field-names.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { OnWarning } from '../../errors/warning.ts';
import type { TrainerConfig } from '../../types/trainer-config.ts';
import { unknownLosses } from '../unknown-losses.ts';
import { type BatchNeeds, batchNeeds } from './batch-needs.ts';
import { SPECIAL_CHARACTERS } from './character-tokenizer.ts';
import { isTemperature } from './check-calls.ts';
import {
  MODEL,
  type ModelSettings,
  OTHER_KEYS,
  TRAINING,
  type TrainingSettings,
} from './local-fields.ts';

export interface LocalSettings {
  readonly model: ModelSettings;
  readonly training: TrainingSettings;
  /** Most tokens of an answer. */
  readonly longestAnswer: number;
  /** What the losses of the config need. */
  readonly needs: BatchNeeds;
}

/** Sections as code gives them. */
export interface LocalSettingsInput {
  readonly model: Partial<ModelSettings>;
  readonly training: Partial<TrainingSettings>;
}

/**
 * Reads the sections `model` and `training` of a config file, those of code over them, and judges the part of the config
 * that the update reads.
 *
 * @throws ConfigError with all that is wrong
 */
export function readLocalSettings(
  given: LocalSettingsInput,
  config: TrainerConfig,
  onWarning?: OnWarning,
): LocalSettings {
  const reading = new ConfigReading();
  const root = reading.section(config.root, '');
  const settings = {
    model: readSection(reading, root.child('model'), MODEL, given, 'model'),
    training: readSection(reading, root.child('training'), TRAINING, given, 'training'),
  };
  const { model, training } = settings;
  if (model.width % model.heads !== 0)
    reading.problem(
      'model.width',
      `must be a multiple of heads (${model.heads}), got ${model.width}`,
    );
  if (training.maxLength !== null && training.maxLength > model.context)
    reading.problem(
      given.training.maxLength === undefined ? 'training.max_length' : 'training.maxLength',
      `must be at most model.context (${model.context}), got ${training.maxLength}`,
    );
  judgeCharacters(reading, model);
  judgeTemperatures(reading, config);
  const longestAnswer = Math.min(
    config.data.maxResponseLength,
    training.maxLength ?? model.context,
  );
  const needs = judgeAlgorithm(reading, config, longestAnswer);
  reading.finish(onWarning);
  return { ...settings, longestAnswer, needs };
}

function readSection<T extends FieldTable>(
  reading: ConfigReading,
  file: Section,
  table: T,
  given: LocalSettingsInput,
  name: 'model' | 'training',
): ValuesOf<T> {
  const code = reading.section(given[name], name);
  const inCode = code.readAll(table, 'code');
  const inFile = file.readAll(table, 'file');
  for (const key of OTHER_KEYS[name]) file.value(key);
  file.judgeUnknownKeys();
  code.judgeUnknownKeys({ closed: true });
  const values = Object.keys(table).map((field) => [
    field,
    (code.value(field) === undefined ? inFile : inCode)[field],
  ]);
  return Object.fromEntries(values) as ValuesOf<T>;
}

function judgeCharacters(reading: ConfigReading, { characters }: ModelSettings): void {
  const special = Object.values(SPECIAL_CHARACTERS).find((each) => characters.includes(each));
  if (special !== undefined)
    reading.problem('model.characters', `must be without ${special}, which is a special token`);
}

function judgeTemperatures(reading: ConfigReading, config: TrainerConfig): void {
  for (const mode of ['train', 'val'] as const) {
    const { temperature = 1 } = config.rollout[mode];
    if (!isTemperature(temperature))
      reading.problem(
        fieldIn(config, `rollout.${mode}.temperature`, `rollout.${mode}.temperature`),
        `must be 0, or from 0.001 to 1000, got ${temperature}`,
      );
  }
}

/** Tries the losses, so that options which they refuse are told before anything is sampled. */
function judgeAlgorithm(
  reading: ConfigReading,
  config: TrainerConfig,
  normLength: number,
): BatchNeeds {
  const { algorithm } = config;
  for (const { path, message } of unknownLosses(config)) reading.problem(path, message);
  if (algorithm.routerReplay !== 'disabled')
    reading.problem(
      fieldIn(config, 'algorithm.router_replay', 'algorithm.routerReplay'),
      'must be disabled: the model has no experts',
    );
  try {
    return batchNeeds(algorithm, normLength);
  } catch (error) {
    if (!(error instanceof UpperhandError)) throw error;
    // Told above, by its key.
    if (error.code !== 'unknown-loss')
      reading.problem(fieldIn(config, 'algorithm', 'algorithm'), error.message);
    return { reference: false, entropies: false, oldLogprobs: false };
  }
}
