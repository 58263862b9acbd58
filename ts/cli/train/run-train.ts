import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../../errors/config-error.ts';
import type { Tracker } from '../../tracking/tracker.ts';
import type { ConfigFile } from '../../trainer/config-files/config-file.ts';
import { folderInMemory } from '../../trainer/config-files/config-folder.ts';
import { readConfigFile } from '../../trainer/config-files/read-config-file.ts';
import { UnifiedTrainer } from '../../trainer/unified-trainer.ts';
import { ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { cannotWrite } from '../out-place.ts';
import { printable, toJson } from '../printable.ts';
import { Reporter } from '../reporter.ts';
import { checkResume, RESUME_OVERRIDE } from './check-resume.ts';
import { watchInterrupts } from './interrupts.ts';
import { readRun } from './read-run.ts';
import { RunView } from './run-view.ts';

export interface TrainOptions {
  readonly out?: string;
  readonly resume?: boolean;
  readonly json?: boolean;
  readonly printConfig?: boolean;
}

/** `upperhand train`: reads the config, puts the run together, trains, and shows how it goes. */
export async function runTrain(
  path: string,
  overrides: readonly string[],
  { out, resume = false, json = false, printConfig = false }: TrainOptions,
  io: Io,
): Promise<ExitCode> {
  const reporter = new Reporter(io);
  const view = new RunView(io, reporter, { json });
  try {
    const all = resume ? [RESUME_OVERRIDE, ...overrides] : overrides;
    const file = await openConfig(path, all, io.env);
    if (printConfig) {
      file.toTrainerConfig({ onWarning: view.warning });
      io.stdout.write(json ? `${toJson(file.root)}\n` : await file.toYaml(), () => {});
      return ExitCode.OK;
    }
    const { warning: onWarning, print } = view;
    const sources = { configPath: path, out, env: io.env, onWarning, print };
    const options = await readRun(file, sources);
    if (resume) await checkResume(options);
    const interrupts = watchInterrupts(
      process,
      () => reporter.line('stopping after this step; press Ctrl-C again to quit at once'),
      view.clear,
    );
    try {
      const { signal } = interrupts;
      const tracking = [options.tracking ?? [], out === undefined ? [] : configWriter(out, file)];
      const trainer = new UnifiedTrainer({
        ...options,
        tracking: tracking.flat(2),
        signal,
        onProgress: view.progress,
      });
      if (out !== undefined) await prepareFolder(out);
      return await train(trainer, view);
    } finally {
      interrupts.stop();
    }
  } catch (error) {
    view.failed(error);
    if (error instanceof ConfigError) return refused(path, error, reporter);
    throw error;
  }
}

async function train(trainer: UnifiedTrainer, view: RunView): Promise<ExitCode> {
  try {
    const result = await trainer.fit();
    await trainer.shutdown();
    view.result(result);
    return result.stopReason === 'aborted' ? ExitCode.INCOMPLETE : ExitCode.OK;
  } finally {
    view.clear();
  }
}

const MODULE = /\.[mc]?[jt]s$/;

/** A module in the place of a config is one without a config of its own. */
function openConfig(
  path: string,
  overrides: readonly string[],
  env: Io['env'],
): Promise<ConfigFile> {
  if (!MODULE.test(path)) return readConfigFile(path, overrides, { env });
  const name = basename(path);
  const folder = folderInMemory({ [name]: '' }, dirname(path));
  const config = `++config='${path.replaceAll("'", "\\'")}'`;
  return readConfigFile(name, [config, ...overrides], { env, folder });
}

/** Makes the run folder. */
async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

/** Puts the config into the run folder, once it is sure that the run goes on from what is there. */
function configWriter(folder: string, file: ConfigFile): Tracker {
  return {
    name: 'config.yaml',
    log: () => {},
    resumeFrom: async () => writeFile(join(folder, 'config.yaml'), await file.toYaml()),
  };
}

/** All problems of a config, a line each. */
function refused(path: string, { problems }: ConfigError, reporter: Reporter): ExitCode {
  const number = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  reporter.error(`${path} has ${number}; nothing was run`);
  for (const { path: place, message } of problems) {
    const [first = '', ...others] = `${place}: ${message}`.split('\n');
    for (const line of [first, ...others.map((other) => `  ${other}`)])
      reporter.line(`  ${printable(line)}`);
  }
  return ExitCode.USAGE;
}
