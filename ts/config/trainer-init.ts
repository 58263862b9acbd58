import type { TrainerConfig } from '../types/trainer-config.ts';
import { AsyncTrainingConfig } from './async-training-config.ts';
import { CompactFilteringConfig } from './compact-filtering-config.ts';
import { ConfigReading, isMapping, type Section } from './config-reading.ts';
import { flag, text } from './field.ts';
import { createAlgorithm } from './read-algorithm.ts';
import { RejectionSamplingConfig } from './rejection-sampling-config.ts';
import { readSamplingParams } from './sampling-params.ts';
import { assembleTrainer, checkTrainer } from './trainer-checks.ts';
import type { TrainerConfigOptions } from './trainer-config-options.ts';
import { BASE_MASKS, DATA, LOOP, MULTIPLIER, ROLLOUT, WORKFLOW } from './trainer-fields.ts';
import { TransformConfig } from './transform-config.ts';

/** Makes a config of fields under their names in code. */
export function readTrainerInit(init: object, options: TrainerConfigOptions): TrainerConfig {
  const reading = new ConfigReading();
  const whole = reading.section(init, 'TrainerConfig');
  const sections = {
    data: whole.child('data'),
    workflow: whole.child('workflow'),
    rollout: whole.child('rollout'),
    trainer: whole.child('trainer'),
    rejectionSampling: whole.child('rejectionSampling'),
    episodeLogging: whole.child('episodeLogging'),
  };
  const adopt = <T>(key: string, type: string, read: (part: object) => T): T | undefined => {
    const part = whole.child(key);
    if (part.broken) return undefined;
    return reading.adopt(
      () => read(Object.fromEntries(part.entries())),
      (path) => path.replace(type, part.path),
    );
  };
  const data = sections.data.readAll(DATA, 'code');
  const trainer = readLoop(sections.trainer);
  const multiplier = sections.rejectionSampling.read(MULTIPLIER);
  const rejection = adopt('rejectionSampling', 'RejectionSamplingConfig', ({ ...part }) => {
    delete (part as { multiplier?: number }).multiplier;
    return RejectionSamplingConfig.create(part);
  });
  if (multiplier !== 1 && rejection?.mode === 'none')
    sections.rejectionSampling.problem('multiplier', 'must be 1 while the mode is "none"');
  const config = {
    algorithm: adopt('algorithm', 'AlgorithmConfig', (part) =>
      createAlgorithm(
        withMap(part, options),
        (warning) => reading.warn(warning),
        'TrainerConfig.algorithm',
      ),
    ),
    compactFiltering: adopt('compactFiltering', 'CompactFilteringConfig', (part) =>
      CompactFilteringConfig.create({ mask: BASE_MASKS, ...part }),
    ),
    transform: adopt('transform', 'TransformConfig', (part) => TransformConfig.create(part)),
    rejectionSampling: rejection && Object.freeze({ ...rejection, multiplier }),
    asyncTraining: adopt('asyncTraining', 'AsyncTrainingConfig', (part) =>
      AsyncTrainingConfig.create(part),
    ),
    data,
    workflow: {
      ...sections.workflow.readAll(WORKFLOW, 'code'),
      workflowArgs: Object.fromEntries(sections.workflow.child('workflowArgs').entries()),
    },
    rollout: {
      ...sections.rollout.readAll(ROLLOUT, 'code'),
      train: readSamplingParams(sections.rollout.child('train'), data.maxResponseLength, 'code'),
      val: readSamplingParams(sections.rollout.child('val'), data.maxResponseLength, 'code'),
    },
    trainer,
    episodeLogging: {
      logEpisodes: sections.episodeLogging.read(flag('logEpisodes', false)),
      episodeLogDir: sections.episodeLogging.read(
        text('episodeLogDir', `logs/${trainer.projectName}/${trainer.experimentName}`),
      ),
    },
    root: Object.fromEntries(whole.child('root').entries()),
  };
  checkTrainer(reading, config, 'code');
  for (const section of Object.values(sections)) {
    if (section !== sections.rejectionSampling) section.judgeUnknownKeys({ closed: true });
  }
  whole.judgeUnknownKeys({ closed: true });
  reading.finish(options.onWarning);
  return assembleTrainer(config);
}

function readLoop(section: Section): TrainerConfig['trainer'] {
  const { logger, ...others } = LOOP;
  const names = section.value('logger');
  const listed = typeof names === 'string' && names !== '' ? [names] : section.read(logger);
  return { ...section.readAll(others, 'code'), logger: listed };
}

/** The map of the options goes over that of the section. */
function withMap(part: object, { estimatorMap }: TrainerConfigOptions): object {
  if (estimatorMap === undefined) return part;
  const { estimatorMap: own = {} } = part as { estimatorMap?: unknown };
  const noMap = [own, estimatorMap].find((map) => !isMapping(map));
  return { ...part, estimatorMap: noMap ?? { ...(own as object), ...estimatorMap } };
}
