import { type Command, Option } from 'commander';
import { listKernels } from '../../kernels/kernels-by-name.ts';
import type { AdvantagesOptions } from '../advantages/advantages-options.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../usage-error.ts';
import { advantagesHelp } from './advantages-help.ts';
import { inputFormatOption } from './input-format-option.ts';
import {
  addMapping,
  addText,
  append,
  importHelp,
  rewardHelp,
  toEpsilon,
  toPath,
} from './option-values.ts';

type Given = AdvantagesOptions & { readonly json?: boolean };

/** Adds `upperhand advantages`. */
export function addAdvantages(program: Command, io: Io, done: (code: ExitCode) => void): void {
  program
    .command('advantages')
    .description('Computes the group-relative advantage of each rollout in files.')
    .argument('<files...>', 'rollout files, or folders of them; - is standard input')
    .option(
      '--estimator <name>',
      'how advantages are computed (see `upperhand estimators`); may be repeated: they stand side by side, and the others are compared with the first (default: grpo)',
      addText,
    )
    .option(
      '--estimator-map <role=name>',
      'another estimator for one role; may be repeated',
      addMapping,
    )
    .option(
      '--no-std',
      'grpo, and presets that have the flag, only centre, without dividing by the std (Dr. GRPO)',
    )
    .option(
      '--epsilon <number>',
      'added to a std before dividing by it (default: the one of each estimator, 1e-6 for those of rLLM)',
      toEpsilon,
    )
    .option('--import <module>', importHelp, append)
    .addOption(
      new Option(
        '--kernels <name>',
        'which implementation computes; without it the fastest that runs here',
      ).choices(listKernels()),
    )
    .addOption(
      new Option('--format <format>', 'what is written')
        .choices(['table', 'json', 'jsonl'])
        .default('table'),
    )
    .option('--json', 'the same as --format json')
    .addOption(inputFormatOption())
    .option('--reward <name>', rewardHelp)
    .option('--strict', 'end at the first file or record that cannot be read')
    .option('--separate-files', 'the same task in two files is two groups')
    .option(
      '--out <file>',
      'write there instead of to stdout (-); the file appears when it is complete, in the place of an older one',
      toPath,
    )
    .addHelpText('after', advantagesHelp)
    .action(async (files: string[], { json, ...options }: Given, command: Command) => {
      const asked = command.getOptionValueSource('format') === 'cli';
      if (json && asked && options.format !== 'json') {
        throw new UsageError(`--json is --format json, which --format ${options.format} is not`);
      }
      const { runAdvantages } = await import('../advantages/run-advantages.ts');
      done(await runAdvantages(files, json ? { ...options, format: 'json' } : options, io));
    });
}
