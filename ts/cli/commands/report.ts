import { type Command, InvalidArgumentError } from 'commander';
import { type ExitCode, exitCodeHelp } from '../exit-code.ts';
import type { Io } from '../io.ts';
import type { ReportCommandOptions } from '../report/report-options.ts';
import { inputFormatOption } from './input-format-option.ts';
import { addText, append, importHelp, rewardHelp, toNumber, toPath } from './option-values.ts';

const help = `
The report is one HTML file that works from disk: it loads nothing, and nothing that stands in a
rollout can run in it. It shows rewards, lengths and the signal of groups step by step, distributions,
advantages of each role by several estimators, why rollouts ended, what is wrong with them (the
findings of upperhand inspect --content), and the groups, with their attempts side by side and what
they said. ? in the page lists its keys; the address leads back to what is looked at.

Files are read three times; standard input and pipes are kept in files for that, gone when the report
is there. Memory does not grow with the texts. Where they would make the report larger than --max-mb,
long ones lose their middle, and of very many groups only some are listed: the page says how much is
left out. Charts and findings are of everything.

A report in the place of --out is replaced; another file only with --force. It appears when it is
complete.

${exitCodeHelp}

Examples:
  upperhand report rollouts.jsonl
  upperhand report logs/run-7 --step 40 --step 41 --out run-7.html
  upperhand report rollouts.jsonl --estimator rloo --estimator grpo --max-mb 5`;

/** Adds `upperhand report`. */
export function addReport(program: Command, io: Io, done: (code: ExitCode) => void): void {
  program
    .command('report')
    .description(
      'Writes one HTML file with charts of rollout files, their findings and all groups.',
    )
    .argument('<files...>', 'rollout files, or folders of them; - is standard input')
    .option('-o, --out <file>', 'what is written', toPath, 'report.html')
    .option('--force', 'write also where a file is that is no report')
    .option(
      '--estimator <name>',
      'how advantages are computed; may be repeated, the first is compared with (default: all but those of frameworks, framework/name)',
      addText,
    )
    .option('--import <module>', importHelp, append)
    .option('--role <name>', 'only groups of this role; may be repeated', addText)
    .option('--task <name>', 'only groups of this task; may be repeated', addText)
    .option('--step <step>', 'only groups of this training step; may be repeated', addText)
    .option('--max-mb <number>', 'how large the report may be, in megabytes', toMegabytes, 20)
    .addOption(inputFormatOption())
    .option('--reward <name>', rewardHelp)
    .option('--strict', 'end at the first file or record that cannot be read')
    .addHelpText('after', help)
    .action(async (files: string[], options: ReportCommandOptions) => {
      const { runReport } = await import('../report/run-report.ts');
      done(await runReport(files, options, io));
    });
}

function toMegabytes(text: string): number {
  const megabytes = toNumber(text);
  if (!(megabytes >= 0.5 && megabytes <= 2000)) {
    throw new InvalidArgumentError('It must be a number from 0.5 to 2000.');
  }
  return megabytes;
}
