import { show } from '../errors/show.ts';
import type { TrainerConfig } from '../types/trainer-config.ts';
import { AlgorithmConfig } from './algorithm-config.ts';
import { AsyncTrainingConfig } from './async-training-config.ts';
import { CompactFilteringConfig } from './compact-filtering-config.ts';
import { ConfigReading, isMapping, type Section } from './config-reading.ts';
import type { FieldTable, ValuesOf } from './field.ts';
import { flag, text } from './field.ts';
import { RejectionSamplingConfig } from './rejection-sampling-config.ts';
import { readSamplingParams } from './sampling-params.ts';
import { assembleTrainer, checkTrainer } from './trainer-checks.ts';
import type { TrainerConfigOptions } from './trainer-config-options.ts';
import {
  BASE_MASKS,
  DATA,
  LOOP,
  MULTIPLIER,
  OTHER_PARTS,
  ROLLOUT,
  WORKFLOW,
} from './trainer-fields.ts';
import { TransformConfig } from './transform-config.ts';

/** Reads a whole config under the keys of files. */
export function readTrainerRoot(root: unknown, options: TrainerConfigOptions): TrainerConfig {
  const reading = new ConfigReading();
  const whole = reading.section(root, '');
  const rllm = whole.child('rllm');
  const sections = {
    data: rllm.child('data'),
    olderData: whole.child('data'),
    workflow: rllm.child('workflow'),
    rollout: rllm.child('rollout'),
    training: childIfMapping(reading, whole, 'training'),
    validation: childIfMapping(reading, whole, 'validation'),
    trainer: rllm.child('trainer'),
    rejection: rllm.child('rejection_sample'),
    logging: rllm.child('episode_logging'),
    remote: rllm.child('remote_runtime'),
  };
  const data = readBeside(reading, DATA, [sections.data, sections.olderData]);
  const loop = readLoop(reading, sections.trainer, sections.training);
  const { multiplier, rejectionSampling } = readRejection(reading, sections.rejection);
  const config = {
    algorithm: reading.adopt((onWarning) =>
      AlgorithmConfig.fromConfig(withEstimator(root, rllm, whole), {
        onWarning,
        ...(options.estimatorMap && { estimatorMap: options.estimatorMap }),
      }),
    ),
    compactFiltering: reading.adopt(() =>
      CompactFilteringConfig.fromConfig(withBaseMasks(rllm.value('compact_filtering') ?? {})),
    ),
    transform: reading.adopt((onWarning) =>
      TransformConfig.fromConfig(transformOf(rllm), { onWarning }),
    ),
    rejectionSampling: rejectionSampling && Object.freeze({ ...rejectionSampling, multiplier }),
    asyncTraining: reading.adopt(() =>
      AsyncTrainingConfig.fromConfig(rllm.value('async_training')),
    ),
    data,
    workflow: readWorkflow(sections.workflow),
    rollout: {
      n: readBeside(reading, { n: ROLLOUT.n }, [sections.rollout], {
        key: 'group_size',
        section: sections.training,
      }).n,
      nVal: readBeside(reading, { nVal: ROLLOUT.nVal }, [sections.rollout], {
        key: 'group_size',
        section: sections.validation,
      }).nVal,
      train: readSamplingParams(sections.rollout.child('train'), data.maxResponseLength, 'file'),
      val: readSamplingParams(sections.rollout.child('val'), data.maxResponseLength, 'file'),
    },
    trainer: loop,
    episodeLogging: {
      logEpisodes: sections.logging.read(flag('log_episodes', false)),
      episodeLogDir: sections.logging.read(
        text('episode_log_dir', `logs/${loop.projectName}/${loop.experimentName}`),
      ),
    },
    root: typeof root === 'object' && root !== null ? (root as Record<string, unknown>) : {},
  };
  refuseRemoteRuntime(sections.remote);
  checkTrainer(reading, config, 'file');
  sections.data.judgeUnknownKeys();
  for (const name of ['rollout', 'trainer', 'logging'] as const) sections[name].judgeUnknownKeys();
  sections.workflow.judgeUnknownKeys({ elsewhere: ['use_workflow', 'name', 'warm_queue_size'] });
  rllm.value('algorithm');
  rllm.value('stepwise_advantage');
  rllm.judgeUnknownKeys({ elsewhere: OTHER_PARTS });
  const backendSections = options.backendSections ?? [];
  judgeSections(whole, backendSections);
  for (const section of [sections.olderData, sections.training, sections.validation])
    if (!backendSections.includes(section.path)) ignoreRest(section, ['group_size']);
  ignoreRest(sections.remote, ['enabled']);
  reading.finish(options.onWarning);
  return assembleTrainer(config);
}

/** The fields, each from the first of several sections that says something. */
function readBeside<T extends FieldTable>(
  reading: ConfigReading,
  table: T,
  sections: readonly Section[],
  other?: { readonly key: string; readonly section: Section },
): ValuesOf<T> {
  const values = Object.entries(table).map(([name, field]) => {
    const section = reading.decide(sections, field.key);
    const isSaid = (section.value(field.key) ?? null) !== null;
    if (!isSaid && other && (other.section.value(other.key) ?? null) !== null)
      return [name, other.section.read(field, other.key)];
    // A null stands for nothing beside which another section may speak.
    if (!isSaid && sections.length > 1) return [name, field.fallback];
    return [name, section.read(field)];
  });
  return Object.fromEntries(values) as ValuesOf<T>;
}

/** What is about checkpoints stands in the section of the backend too, as in rLLM. */
function readLoop(
  reading: ConfigReading,
  section: Section,
  training: Section,
): TrainerConfig['trainer'] {
  const { logger, totalBatches, defaultLocalDir, resumeMode, resumeFromPath, ...others } = LOOP;
  const resuming = { defaultLocalDir, resumeMode, resumeFromPath };
  const names = section.value(logger.key);
  const listed =
    names === null
      ? []
      : typeof names === 'string' && names !== ''
        ? [names]
        : section.read(logger);
  const total = section.value(totalBatches.key) === null ? -1 : section.read(totalBatches);
  return {
    ...section.readAll(others, 'file'),
    ...readBeside(reading, resuming, [section, training]),
    logger: listed,
    totalBatches: total,
  };
}

function readWorkflow(section: Section): TrainerConfig['workflow'] {
  const args =
    section.value('workflow_args') === null ? [] : section.child('workflow_args').entries();
  return { ...section.readAll(WORKFLOW, 'file'), workflowArgs: Object.fromEntries(args) };
}

function readRejection(reading: ConfigReading, section: Section) {
  const multiplier = section.read(MULTIPLIER);
  if (multiplier !== 1 && section.value('enable') !== true) {
    section.problem(
      MULTIPLIER.key,
      `must be 1 while ${section.pathOf('enable')} is not true, got ${show(multiplier)}`,
    );
  }
  const rejectionSampling = reading.adopt((onWarning) =>
    RejectionSamplingConfig.fromConfig(Object.fromEntries(section.entries()), { onWarning }),
  );
  return { multiplier, rejectionSampling };
}

/** rLLM's base.yaml names GRPO; a config that names none means that. */
function withEstimator(root: unknown, rllm: Section, whole: Section): unknown {
  const sections = [rllm.value('algorithm') ?? {}, whole.value('algorithm') ?? {}];
  const isSaid = sections.some(
    (section) =>
      !isMapping(section) || (section as { adv_estimator?: unknown }).adv_estimator !== undefined,
  );
  if (isSaid || rllm.broken) return root;
  const [algorithm] = sections;
  return {
    ...(root as object),
    rllm: {
      ...Object.fromEntries(rllm.entries()),
      algorithm: { adv_estimator: 'grpo', ...(algorithm as object) },
    },
  };
}

/** A section that is no mapping is left as it is, to be refused. */
function withBaseMasks(section: unknown): unknown {
  if (!isMapping(section)) return section;
  const masks = BASE_MASKS.map((reason) => [`mask_${reason}`, true]);
  return { ...Object.fromEntries(masks), ...section };
}

/** Whether steps must be even in number follows the mode, unless the section says it. */
function transformOf(rllm: Section): unknown {
  const section = rllm.value('transform') ?? {};
  const stepwise = rllm.value('stepwise_advantage');
  const mode = (stepwise as { mode?: unknown } | null | undefined)?.mode;
  if (mode !== 'per_step' || !isMapping(section)) return section;
  return { broadcast: false, ...section };
}

function childIfMapping(reading: ConfigReading, whole: Section, key: string): Section {
  const value = whole.value(key);
  return reading.section(isMapping(value) ? value : {}, key);
}

function refuseRemoteRuntime(section: Section): void {
  if (section.value('enabled') === true)
    section.problem(
      'enabled',
      'must be false: agents in containers of their own are not supported',
    );
}

/** What is in a section beside what is read of it. */
function ignoreRest(section: Section, read: readonly string[]): void {
  for (const [key] of section.entries())
    if (!section.knows(key) && !read.includes(key)) section.ignore(key);
}

/** Sections at the top belong to rLLM's other backends, or to ours, which says which. */
function judgeSections(whole: Section, backendSections: readonly string[]): void {
  const own = ['rllm', 'algorithm', 'data', 'training', 'validation', 'config'];
  whole.judgeMisspelt(['rllm']);
  for (const [key] of whole.entries()) {
    if (!own.includes(key) && !backendSections.includes(key)) whole.ignore(key);
  }
}
