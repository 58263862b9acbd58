import type { Command } from 'commander';
import type { ExitCode } from '../exit-code.ts';
import type { ExplainOptions } from '../explain/explain-options.ts';
import type { Io } from '../io.ts';
import { inputFormatOption } from './input-format-option.ts';
import { addText, append, importHelp, rewardHelp } from './option-values.ts';

const help = `
The rollout is LINE, FILE:LINE, TASK:ATTEMPT or TASK. Its whole role is computed as by upperhand advantages,
so statistics of the pool are those of the files that are given. Estimators that need what files do not hold
(a critic's values, what a tracker remembers, tokens) are counted, and named in --json. Of those that give
each token a number of its own it is the mean over the tokens, where all rollouts tell how many they have.

Exit status: 0; 1 when there is no such rollout or it has no reward; 2 when the command line is wrong;
3 when something could not be read.

Examples:
  upperhand explain rollouts.jsonl --rollout 17
  upperhand explain rollouts.jsonl --rollout fix-login:2 --estimator trl/grpo
  upperhand explain rollouts.jsonl --rollout 17 --framework verl --framework nemo-rl`;

/** Adds `upperhand explain`. */
export function addExplain(program: Command, io: Io, done: (code: ExitCode) => void): void {
  program
    .command('explain')
    .description(
      'Says why one rollout gets its advantage, and what other estimators would give it.',
    )
    .argument('<files...>', 'rollout files, or folders of them; - is standard input')
    .requiredOption(
      '--rollout <rollout>',
      'which one, required: LINE, FILE:LINE, TASK:ATTEMPT or TASK',
    )
    .option('--estimator <name>', 'how advantages are computed', 'grpo')
    .option(
      '--no-std',
      'grpo, and presets that have the flag, only centre, without dividing by the std (Dr. GRPO)',
    )
    .option('--role <name>', 'the rollout of this role, where several are named alike')
    .option(
      '--framework <name>',
      'only presets of this framework beside it; may be repeated (default: all)',
      addText,
    )
    .option('--import <module>', importHelp, append)
    .option('--json', 'write one JSON object')
    .addOption(inputFormatOption())
    .option('--reward <name>', rewardHelp)
    .option('--strict', 'end at the first file or record that cannot be read')
    .addHelpText('after', help)
    .action(async (files: string[], options: ExplainOptions) => {
      const { runExplain } = await import('../explain/run-explain.ts');
      done(await runExplain(files, options, io));
    });
}
