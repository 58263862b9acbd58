import { type Command, InvalidArgumentError } from 'commander';
import type { CompareCommandOptions } from '../compare/compare-options.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { compareHelp } from './compare-help.ts';
import { inputFormatOption } from './input-format-option.ts';
import { addText, rewardHelp, toCount, toNumber } from './option-values.ts';

/** Adds `upperhand compare`. */
export function addCompare(program: Command, io: Io, done: (code: ExitCode) => void): void {
  program
    .command('compare')
    .description('Compares the rollouts of two runs, or of two steps of one.')
    .argument('<a>', 'a rollout file, or a folder of them; - is standard input')
    .argument('[b]', 'another; may be left out with --steps')
    .option('--steps <a,b>', 'A at the first training step, and B at the second', toSteps)
    .option('--step <step>', 'both at this training step')
    .option('--role <name>', 'only this role; may be repeated', addText)
    .option('--task <name>', 'only this task; may be repeated', addText)
    .option(
      '--above <number>',
      'an attempt is right when its reward is above (default: 0)',
      toNumber,
    )
    .option('--limit <count>', 'list so many tasks that changed (default: 10)', toCount)
    .option('--json', 'write one JSON object')
    .addOption(inputFormatOption())
    .option('--reward <name>', rewardHelp)
    .option('--strict', 'end at the first file or record that cannot be read')
    .addHelpText('after', compareHelp)
    .action(async (a: string, b: string | undefined, options: CompareCommandOptions) => {
      const { runCompare } = await import('../compare/run-compare.ts');
      done(await runCompare(a, b, options, io));
    });
}

function toSteps(text: string): readonly [string, string] {
  const [a = '', b = '', ...rest] = text.split(',').map((part) => part.trim());
  if (a === '' || b === '' || rest.length > 0) {
    throw new InvalidArgumentError('It must be two training steps, as in 10,200.');
  }
  return [a, b];
}
