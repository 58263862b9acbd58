import { ConfigReading, isMapping } from '../config/config-reading.ts';
import { fieldIn } from '../config/field-names.ts';
import { TrainerConfig } from '../config/trainer-config.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { isUniformGroup, type UniformGroupOptions } from '../grouping/uniform-group.ts';
import { Tracking } from '../tracking/tracking.ts';
import { readWorkflowArgs } from '../workflow/workflow-args.ts';
import { isWorkflowClass } from '../workflow/workflow-input.ts';
import { checkBackend } from './check-backend.ts';
import { checkEstimatorInputs } from './check-estimator-inputs.ts';
import { trainBatchSize } from './run-data.ts';
import type { TrainerOptions } from './trainer-options.ts';

type Check = (value: unknown) => boolean;

const isFunction: Check = (value) => typeof value === 'function';
const isObject: Check = (value) => typeof value === 'object' && value !== null;
const hasMethods =
  (...names: string[]): Check =>
  (value) =>
    isObject(value) && names.every((name) => isFunction((value as Record<string, unknown>)[name]));
const isAny: Check = () => true;

function isDropRule(value: unknown): boolean {
  try {
    isUniformGroup([], value as UniformGroupOptions);
    return true;
  } catch {
    return false;
  }
}

/** Each option: what may stand there, and whether it may. A required one is not `undefined`. */
const OPTIONS: Readonly<
  Record<keyof TrainerOptions, { expected: string; accepts: Check; required?: true }>
> = {
  backend: { expected: 'a backend', accepts: isObject, required: true },
  config: { expected: 'an object', accepts: isObject },
  workflow: { expected: 'a function or a class of workflows', accepts: isFunction, required: true },
  workflowArgs: { expected: 'an object', accepts: isMapping },
  // What is no dataset is refused where it is opened, which reads files.
  trainDataset: { expected: 'a dataset', accepts: isAny },
  valDataset: { expected: 'a dataset', accepts: isAny },
  trajGroupingHook: { expected: 'a function', accepts: isFunction },
  trajGroupAdvEstimatorMap: { expected: 'an object of roles', accepts: isMapping },
  dropUniform: {
    expected: 'an object of tolerance, above and below: numbers, the tolerance ≥ 0',
    accepts: isDropRule,
  },
  store: {
    expected: 'a store: get, set, delete, has, keys and clear',
    accepts: hasMethods('get', 'set', 'delete', 'has', 'keys', 'clear'),
  },
  executor: { expected: 'an executor with the method run', accepts: hasMethods('run') },
  tracking: {
    expected: 'an object with the method log, or an array of them',
    accepts: (value) =>
      Array.isArray(value) ? value.every(hasMethods('log')) : hasMethods('log')(value),
  },
  runFolder: { expected: 'a path', accepts: (value) => typeof value === 'string' && value !== '' },
  checkpointStore: {
    expected:
      'a store of checkpoints: place, readPointer, writePointer, list, read, write, setAside',
    accepts: hasMethods('readPointer', 'writePointer', 'list', 'read', 'write', 'setAside'),
  },
  signal: {
    expected: 'an AbortSignal',
    accepts: hasMethods('addEventListener', 'throwIfAborted'),
  },
  onStep: { expected: 'a function', accepts: isFunction },
  onProgress: { expected: 'a function', accepts: isFunction },
  onWarning: { expected: 'a function', accepts: isFunction },
  print: { expected: 'a function', accepts: isFunction },
};

/** What the options come to. */
export interface TrainerSettings {
  readonly options: TrainerOptions;
  readonly config: TrainerConfig;
  readonly runFolder: string;
  readonly episodeFolder: string;
  readonly tracking: Tracking;
}

/**
 * Checks the options and reads the config. Nothing is opened yet.
 *
 * @throws ConfigError with all that is wrong with either
 */
export function readTrainerOptions(options: TrainerOptions): TrainerSettings {
  const reading = new ConfigReading();
  const section = reading.section(options, '');
  const wrong = new Set<string>();
  for (const [name, { expected, accepts, required = false }] of Object.entries(OPTIONS)) {
    const value = section.value(name);
    if (value === undefined ? !required : accepts(value)) continue;
    reading.problem(name, `must be ${expected}, got ${show(value)}`);
    wrong.add(name);
  }
  section.judgeUnknownKeys({ closed: true });
  // What is refused once is not looked at again.
  const right = section.entries().filter(([name]) => !wrong.has(name));
  const given = Object.fromEntries(right) as unknown as TrainerOptions;
  if (isObject(given.backend)) checkBackend(reading, given.backend);
  const { config = {}, trajGroupAdvEstimatorMap, backend, onWarning } = given;
  const read = reading.adopt((onWarning) =>
    TrainerConfig.from(config, {
      onWarning,
      backendSections: backend?.configSections ?? [],
      ...(trajGroupAdvEstimatorMap && { estimatorMap: trajGroupAdvEstimatorMap }),
    }),
  );
  if (read) checkSizes(reading, given, read);
  if (read) checkResume(reading, given, read);
  if (read && isObject(backend)) checkInputs(reading, given, read);
  if (read && isFunction(given.workflow)) checkWorkflow(reading, given, read);
  const runFolder = read && folderOf(given, read);
  const tracking = read && runFolder && makeTracking(reading, given, read, runFolder);
  reading.finish(typeof onWarning === 'function' ? onWarning : undefined);
  return {
    options,
    config: read as TrainerConfig,
    runFolder: runFolder as string,
    episodeFolder: read ? episodeFolderOf(given, read) : '',
    tracking: tracking as Tracking,
  };
}

function folderOf({ runFolder, backend }: TrainerOptions, { trainer }: TrainerConfig): string {
  const folder = runFolder ?? backend?.runFolder;
  return folder ?? `checkpoints/${trainer.projectName}/${trainer.experimentName}`;
}

/** A run folder that was given holds the episodes too, unless the config has a folder for them. */
function episodeFolderOf(
  { runFolder }: TrainerOptions,
  { trainer, episodeLogging }: TrainerConfig,
): string {
  const { episodeLogDir } = episodeLogging;
  const isDefault = episodeLogDir === `logs/${trainer.projectName}/${trainer.experimentName}`;
  return isDefault && runFolder !== undefined ? runFolder : episodeLogDir;
}

/** The trackers that were given, else those of the config, a wrong name of which is a problem of it. */
function makeTracking(
  reading: ConfigReading,
  { tracking, print, onWarning }: TrainerOptions,
  config: TrainerConfig,
  runFolder: string,
): Tracking | undefined {
  const { logger, projectName } = config.trainer;
  return adoptRefusal(
    reading,
    fieldIn(config, 'trainer.logger', 'trainer.logger'),
    () =>
      new Tracking({
        logger: tracking === undefined ? logger : [],
        trackers: tracking === undefined ? [] : [tracking].flat(),
        projectName,
        runFolder,
        ...(print && { print }),
        ...(onWarning && { onWarning }),
      }),
  );
}

/** A trainer that only validates asks no estimator. */
function checkInputs(
  reading: ConfigReading,
  { backend, trainDataset }: TrainerOptions,
  config: TrainerConfig,
): void {
  const { valBeforeTrain, valOnly } = config.trainer;
  const hasTasks = trainDataset !== undefined || backend.getDataloader !== undefined;
  if (hasTasks && !(valBeforeTrain && valOnly)) checkEstimatorInputs(reading, backend, config);
}

/** A backend with checkpoints of its own reads the path itself, in its hook. */
function checkResume(
  reading: ConfigReading,
  { backend }: TrainerOptions,
  config: TrainerConfig,
): void {
  const { trainer } = config;
  if (trainer.resumeMode !== 'resume_path' || backend?.loadState || backend?.onTrainStart) return;
  reading.problem(
    fieldIn(config, 'trainer.resume_mode', 'trainer.resumeMode'),
    'must not be "resume_path": the backend has no loadState',
  );
}

/** What the workflow engine would refuse when it is made, after the backend has opened its model. */
function checkWorkflow(
  reading: ConfigReading,
  { workflow, workflowArgs }: TrainerOptions,
  config: TrainerConfig,
): void {
  adoptRefusal(reading, 'workflow', () => isWorkflowClass(workflow));
  const args = { ...config.workflow.workflowArgs, ...workflowArgs };
  const path = workflowArgs
    ? 'workflowArgs'
    : fieldIn(config, 'workflow.workflow_args', 'workflow.workflowArgs');
  adoptRefusal(reading, path, () => readWorkflowArgs(args));
}

/** What is refused otherwise than by a config's reader is a problem too. */
function adoptRefusal<T>(reading: ConfigReading, path: string, check: () => T): T | undefined {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof UpperhandError)) throw error;
    reading.problem(path, error.message);
    return undefined;
  }
}

/** Sizes that can be told before anything is opened: a set that makes no batch would train nothing. */
function checkSizes(
  reading: ConfigReading,
  { trainDataset, valDataset, backend }: TrainerOptions,
  config: TrainerConfig,
): void {
  const size = trainBatchSize(config);
  if (size < 1) {
    const { trainBatchSize: tasks } = config.data;
    const { multiplier } = config.rejectionSampling;
    reading.problem(
      fieldIn(config, 'rejection_sample.multiplier', 'rejectionSampling.multiplier'),
      `makes batches of ${tasks} x ${multiplier} tasks, which is less than one`,
    );
  } else if (!backend?.getDataloader && lengthOf(trainDataset) < size) {
    reading.problem(
      'trainDataset',
      `must have the tasks of a batch at least, ${size} (${fieldIn(config, 'data.train_batch_size', 'data.trainBatchSize')} x ${fieldIn(config, 'rejection_sample.multiplier', 'rejectionSampling.multiplier')}), got ${lengthOf(trainDataset)}`,
    );
  }
  if (!backend?.getDataloader && lengthOf(valDataset) === 0)
    reading.problem('valDataset', 'must have a task at least; leave it out for no validation');
}

function lengthOf(dataset: unknown): number {
  if (typeof dataset !== 'object' || dataset === null) return Infinity;
  const { length } = dataset as { length?: unknown };
  return typeof length === 'number' ? length : Infinity;
}
