import { type Command, Option } from 'commander';
import type { ExitCode } from '../exit-code.ts';
import { addFailOn } from '../inspect/fail-on.ts';
import type { InspectOptions } from '../inspect/inspect-options.ts';
import type { Io } from '../io.ts';
import { inputFormatOption } from './input-format-option.ts';
import { inspectHelp } from './inspect-help.ts';
import { addText, rewardHelp, toCount, toNumber } from './option-values.ts';
import { toSorting } from './sorting-option.ts';

/** Adds `upperhand inspect`. */
export function addInspect(program: Command, io: Io, done: (code: ExitCode) => void): void {
  program
    .command('inspect')
    .description('Says what rollout files hold, and what is wrong with them.')
    .argument('<files...>', 'rollout files, or folders of them; - is standard input')
    .option('--role <name>', 'only groups of this role; may be repeated', addText)
    .option('--task <name>', 'only groups of this task; may be repeated', addText)
    .option('--step <step>', 'only groups of this training step; may be repeated', addText)
    .option('--reason <word>', 'list rollouts that ended so, or truncated, or failed', addText)
    .option('--min-reward <number>', 'list rollouts with such a reward or more', toNumber)
    .option('--max-reward <number>', 'list rollouts with such a reward or less', toNumber)
    .option(
      '--sort <key>',
      'list rollouts by reward, length, age or place; -reward begins with the highest',
      toSorting,
    )
    .option('--limit <count>', 'list so many rollouts (default: 20)', toCount)
    .addOption(showOption())
    .option('--content', 'read contents too, and check token ids, log probabilities and advantages')
    .option('--json', 'write one JSON object')
    .option('--fail-on <findings>', 'end with status 4 where there are such; see below', addFailOn)
    .addOption(inputFormatOption())
    .option('--reward <name>', rewardHelp)
    .option('--strict', 'end at the first file or record that cannot be read')
    .addHelpText('after', inspectHelp)
    .action(async (files: string[], options: InspectOptions) => {
      const { runInspect } = await import('../inspect/run-inspect.ts');
      done(await runInspect(files, options, io));
    });
}

/** What is about findings and lists says nothing of one rollout. */
function showOption(): Option {
  return new Option(
    '--show <rollout>',
    'print one rollout: LINE, FILE:LINE, TASK:ATTEMPT, TASK or ATTEMPT',
  ).conflicts(['failOn', 'reason', 'minReward', 'maxReward', 'sort']);
}
