import { Command, CommanderError } from 'commander';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { addAdvantages } from './commands/advantages.ts';
import { addCompare } from './commands/compare.ts';
import { addConvert } from './commands/convert.ts';
import { addDemo } from './commands/demo.ts';
import { addEstimators } from './commands/estimators.ts';
import { addExplain } from './commands/explain.ts';
import { addInspect } from './commands/inspect.ts';
import { addReport } from './commands/report.ts';
import { addTrain } from './commands/train.ts';
import { ExitCode, exitCodeHelp } from './exit-code.ts';
import type { Io } from './io.ts';
import { packageVersion } from './package-version.ts';
import { Reporter } from './reporter.ts';
import { UsageError } from './usage-error.ts';

const help = `
${exitCodeHelp}
train has its own, and inspect one more: upperhand train --help

Examples:
  upperhand demo
  upperhand advantages rollouts.jsonl --estimator rloo
  upperhand explain rollouts.jsonl --rollout 17
  upperhand inspect rollouts.jsonl
  upperhand report rollouts.jsonl
  upperhand compare before.jsonl after.jsonl
  upperhand estimators
  upperhand train run.yaml rllm.rollout.n=8`;

/**
 * The command line: runs one command and returns its exit status. Errors become one line on stderr.
 *
 * @param args - without the program's own name
 */
export async function main(args: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = ExitCode.OK;
  const done = (value: ExitCode): void => {
    code = value;
  };
  try {
    await createProgram(io, done).parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return failed(error, new Reporter(io));
  }
}

function createProgram(io: Io, done: (code: ExitCode) => void): Command {
  const program = new Command('upperhand')
    .description(
      'Reinforcement learning of LLM agents: training, rollout files and their advantages.',
    )
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text, () => {}),
      writeErr: (text) => io.stderr.write(text, () => {}),
      getOutHelpWidth: () => Math.min(io.stdout.columns ?? 100, 100),
      getErrHelpWidth: () => Math.min(io.stderr.columns ?? 100, 100),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showSuggestionAfterError()
    .addHelpText('after', help);
  addAdvantages(program, io, done);
  addExplain(program, io, done);
  addInspect(program, io, done);
  addReport(program, io, done);
  addCompare(program, io, done);
  addConvert(program, io, done);
  addEstimators(program, io, done);
  addDemo(program, io, done);
  addTrain(program, io, done);
  for (const command of [program, ...program.commands]) {
    const name = command === program ? 'upperhand' : `upperhand ${command.name()}`;
    command.showHelpAfterError(`See \`${name} --help\`.`);
  }
  return program;
}

/** What an error means for the exit status; commander has printed its own already. */
function failed(error: unknown, reporter: Reporter): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.OK : ExitCode.USAGE;
  reporter.error(error instanceof Error ? error.message : String(error));
  if (error instanceof UsageError) return ExitCode.USAGE;
  if (!(error instanceof UpperhandError)) {
    reporter.line('This should not happen; please report it with the command that you gave.');
  }
  return ExitCode.FAILED;
}
