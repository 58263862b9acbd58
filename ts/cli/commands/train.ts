import type { Command } from 'commander';
import type { ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { toPath } from './option-values.ts';
import { trainHelp } from './train-help.ts';

interface Options {
  readonly out?: string;
  readonly resume?: boolean;
  readonly json?: boolean;
  readonly printConfig?: boolean;
}

/** Adds `upperhand train`. */
export function addTrain(program: Command, io: Io, done: (code: ExitCode) => void): void {
  program
    .command('train')
    .description("Trains a workflow, by a config file in rLLM's layout.")
    .argument('<config>', 'a YAML file, or a module that exports a workflow')
    .argument(
      '[overrides...]',
      'key=value, +key=value, ++key=value, ~key or group=option, as in Hydra',
    )
    .option(
      '--out <dir>',
      'the run folder: metrics.jsonl, config.yaml, and what trackers and the backend write',
      toPath,
    )
    .option(
      '--resume',
      'go on from the latest checkpoint of the run folder, which must be there; without it a run does so if there is one',
    )
    .option('--json', 'a JSON object a line on stdout: steps, validations, warnings, the result')
    .option(
      '--print-config',
      'print the config with the place of every value (with --json without), and do nothing else',
    )
    .addHelpText('after', trainHelp)
    .action(async (config: string, overrides: string[], options: Options) => {
      // The trainer is loaded by this command alone.
      const { runTrain } = await import('../train/run-train.ts');
      done(await runTrain(config, overrides, options, io));
    });
}
