import { type Command, Option } from 'commander';
import type { ConvertOptions } from '../convert/convert-options.ts';
import { type ExitCode, exitCodeHelp } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { inputFormatOption } from './input-format-option.ts';
import { rewardHelp, toPath } from './option-values.ts';

const help = `
upperhand  JSON lines, an episode each, with all that was read: messages, token ids, log probabilities,
           advantages, versions of the weights, metadata. Everything reads the same from it.
rllm       a folder as rLLM's EpisodeLogger writes it: episodes/train_step_3_epoch_0/episode_….json. It holds
           no token ids, log probabilities and advantages, and cannot say that a reward is missing: such
           trajectories are left out. Of rollouts without a step or a split it makes step 0 and train.
           All of that is counted and shown.

IN may be of any format that upperhand advantages reads, a folder, packed, or - for standard input. OUT may be
- for standard output (upperhand only). A file appears when it is complete. --force replaces a file that is
there; a folder that is not empty it writes into, where files of the same names are replaced and others stay.

${exitCodeHelp}

Examples:
  upperhand convert rollouts/12.jsonl 12.jsonl
  upperhand convert logs/run-7 run-7.jsonl --strict
  upperhand convert results.jsonl.gz for-rllm --to rllm`;

/** Adds `upperhand convert`. */
export function addConvert(program: Command, io: Io, done: (code: ExitCode) => void): void {
  program
    .command('convert')
    .description('Reads rollouts of any format, and writes them as another.')
    .argument('<in>', 'a rollout file, or a folder of them; - is standard input', toPath)
    .argument('<out>', 'the file or the folder to write; - is standard output', toPath)
    .addOption(
      new Option('--to <format>', 'what is written')
        .choices(['upperhand', 'rllm'])
        .default('upperhand'),
    )
    .addOption(inputFormatOption())
    .option('--reward <name>', rewardHelp)
    .option('--strict', 'end at the first file or record that cannot be read, and write nothing')
    .option('--force', 'write also where something is')
    .addHelpText('after', help)
    .action(async (from: string, to: string, options: ConvertOptions) => {
      const { runConvert } = await import('../convert/run-convert.ts');
      done(await runConvert(from, to, options, io));
    });
}
