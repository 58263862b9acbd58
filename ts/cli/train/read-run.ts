import type { TrainerConfigOptions } from '../../config/trainer-config-options.ts';
import type { Dataset } from '../../datasets/dataset.ts';
import { ConfigError, type ConfigProblem } from '../../errors/config-error.ts';
import { show } from '../../errors/show.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { Tracker } from '../../tracking/tracker.ts';
import { Tracking } from '../../tracking/tracking.ts';
import type { Backend } from '../../trainer/backend.ts';
import type { ConfigFile } from '../../trainer/config-files/config-file.ts';
import type { TrainerOptions } from '../../trainer/trainer-options.ts';
import type { TrainerConfig } from '../../types/trainer-config.ts';
import { withScorer } from '../../workflow/with-scorer.ts';
import type { WorkflowInput } from '../../workflow/workflow-input.ts';
import type { CliWarning } from '../cli-warning.ts';
import { importModule } from '../import-module.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../usage-error.ts';
import { makeBackend } from './make-backend.ts';
import {
  describeExports,
  passedOptions,
  type RunModule,
  readRunModule,
} from './read-run-module.ts';
import { openTaskFiles, resolvePath } from './task-files.ts';

export interface RunSources {
  /** Of the config, as the command line has it. */
  readonly configPath: string;
  /** The run folder of the command line. */
  readonly out: string | undefined;
  readonly env: Io['env'];
  readonly onWarning: (warning: CliWarning) => void;
  readonly print: (text: string) => void;
}

const EXAMPLE = `such as
  // agent.ts
  export const workflow = async (task, ctx) => {
    const { content } = await ctx.model.chat([{ role: 'user', content: task.question }]);
    return content === task.answer;
  };
  export const trainDataset = [{ question: '2 + 2 =', answer: '4' }];
and in the config
  config: ./agent.ts`;

/**
 * Puts a run together: the config, the module that it names, its backend, its tasks.
 *
 * @throws ConfigError with all that is wrong with the config, else with all that is missing in the module; UsageError
 *   when the module cannot be run
 */
export async function readRun(file: ConfigFile, sources: RunSources): Promise<TrainerOptions> {
  // Nothing of others is run for a config that is wrong.
  const draft = file.toTrainerConfig({ onWarning: () => {} });
  const problems: ConfigProblem[] = [];
  const module = await openModule(file, sources, problems);
  const rllm = file.root.rllm as { backend?: unknown } | undefined;
  const files = await openFiles(file, sources, problems);
  if (!module) throw refused(file, problems);
  const estimatorMap = module.trajGroupAdvEstimatorMap as TrainerConfigOptions['estimatorMap'];
  const backend = await makeBackend(
    module,
    rllm?.backend,
    {
      // As the trainer will have it: with the roles of the module.
      config: estimatorMap ? file.toTrainerConfig({ estimatorMap, onWarning: () => {} }) : draft,
      env: sources.env,
    },
    problems,
  );
  const workflow = readWorkflow(module, String(file.root.config), problems);
  const tasks = chooseTasks(module, files, draft, problems);
  if (problems.length > 0 || !backend || !workflow) throw refused(file, problems);
  const { configSections } = backend;
  const config = file.toTrainerConfig({
    onWarning: sources.onWarning,
    ...(configSections && { backendSections: configSections }),
  });
  const { out, onWarning, print } = sources;
  return {
    ...passedOptions(module),
    ...tasks,
    ...(out !== undefined && { runFolder: out }),
    backend,
    workflow,
    config,
    tracking: makeTracking(module, config, backend, sources),
    onWarning,
    print,
  };
}

function refused(file: ConfigFile, problems: readonly ConfigProblem[]): ConfigError {
  return new ConfigError(problems.map((problem) => file.located(problem)));
}

/** Undefined when there is none, or it cannot be run. */
async function openModule(
  file: ConfigFile,
  { configPath, onWarning }: RunSources,
  problems: ConfigProblem[],
): Promise<RunModule | undefined> {
  const { config: given } = file.root;
  if (typeof given !== 'string' || given === '') {
    const expected = `must name a module that exports a workflow, got ${given === undefined ? 'nothing' : show(given)}`;
    problems.push({ path: 'config', message: `${expected}; ${EXAMPLE}` });
    return undefined;
  }
  const path = resolvePath(given, file.placeOf('config'), configPath);
  try {
    return readRunModule(await importModule(path), (message) =>
      onWarning({ kind: 'unused-option', message: `${given}: ${message}` }),
    );
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // A module in the place of a config is named by no file.
    problems.push({ path: given === configPath ? given : 'config', message: error.message });
    return undefined;
  }
}

function readWorkflow(
  module: RunModule,
  path: string,
  problems: ConfigProblem[],
): WorkflowInput | undefined {
  const { workflow, scorer } = module;
  if (workflow === undefined) {
    const message = `must export workflow, got ${describeExports(module)}; ${EXAMPLE}`;
    problems.push({ path, message });
    return undefined;
  }
  if (scorer === undefined) return workflow as WorkflowInput;
  try {
    return withScorer(workflow as never, scorer as never) as WorkflowInput;
  } catch (error) {
    problems.push({ path, message: (error as Error).message });
    return undefined;
  }
}

interface TaskSets {
  readonly train: Dataset<unknown> | undefined;
  readonly val: Dataset<unknown> | undefined;
}

async function openFiles(
  file: ConfigFile,
  { configPath }: RunSources,
  problems: ConfigProblem[],
): Promise<TaskSets> {
  const train = await openTaskFiles(file, 'train_files', configPath, problems);
  const val = await openTaskFiles(file, 'val_files', configPath, problems);
  return { train, val };
}

/** Tasks come from files or from the module; from both would mean that one of them is forgotten. */
function chooseTasks(
  module: RunModule,
  { train, val }: TaskSets,
  { trainer }: TrainerConfig,
  problems: ConfigProblem[],
): Pick<TrainerOptions, 'trainDataset' | 'valDataset'> {
  const pairs = [
    ['trainDataset', 'data.train_files', train],
    ['valDataset', 'data.val_files', val],
  ] as const;
  for (const [name, path, files] of pairs) {
    if (files && module[name] !== undefined)
      problems.push({ path, message: `must be null while the module exports ${name}, got files` });
  }
  const trainDataset = train ?? module.trainDataset;
  const valDataset = val ?? module.valDataset;
  const onlyValidates = trainer.valBeforeTrain && trainer.valOnly;
  if (trainDataset === undefined && !onlyValidates && !hasProblem(problems, 'data.train_files')) {
    const message = 'must name files of tasks, or the module must export trainDataset, got neither';
    problems.push({ path: 'data.train_files', message });
  }
  return {
    ...(trainDataset !== undefined && { trainDataset: trainDataset as never }),
    ...(valDataset !== undefined && { valDataset: valDataset as never }),
  };
}

function hasProblem(problems: readonly ConfigProblem[], path: string): boolean {
  return problems.some((problem) => problem.path === path || problem.path.startsWith(`${path}.`));
}

/** The trackers of the config with those of the module; a run folder that was asked for gets the metrics in any case. */
function makeTracking(
  { trackers = [] }: RunModule,
  { trainer }: TrainerConfig,
  backend: Backend,
  { out, print, onWarning }: RunSources,
): Tracking {
  const { logger, projectName, experimentName } = trainer;
  const names = out === undefined || logger.includes('file') ? logger : [...logger, 'file'];
  const runFolder = out ?? backend.runFolder ?? `checkpoints/${projectName}/${experimentName}`;
  const settings = { projectName, experimentName, runFolder, print, onWarning };
  try {
    return new Tracking({ logger: names, trackers: [trackers].flat() as Tracker[], ...settings });
  } catch (error) {
    if (!(error instanceof UpperhandError)) throw error;
    throw new ConfigError([{ path: 'rllm.trainer.logger', message: error.message }]);
  }
}
