import { Command, CommanderError } from 'commander';
import { commandTable } from './commands/command-table.ts';
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
  upperhand losses --framework trl
  upperhand train run.yaml rllm.rollout.n=8`;

/** Runs the command that the arguments name. */
export async function runProgram(args: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = ExitCode.OK;
  const done = (value: ExitCode): void => {
    code = value;
  };
  try {
    const program = await createProgram(args, io, done);
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return failed(error, new Reporter(io));
  }
}

/** The program with the command that is asked for; of the others it has what its own help says of them. */
async function createProgram(
  args: readonly string[],
  io: Io,
  done: (code: ExitCode) => void,
): Promise<Command> {
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
  const words = args.filter((arg) => !arg.startsWith('-'));
  const asked = words[0] === 'help' ? words[1] : words[0];
  for (const { name, summary, load } of commandTable) {
    if (name === asked) (await load())(program, io, done);
    else program.command(name);
    program.commands
      .at(-1)
      ?.summary(summary)
      .showHelpAfterError(`See \`upperhand ${name} --help\`.`);
  }
  // Of its commands only: those below them were added by now, and tell their own.
  const usages = new Map(commandTable.map(({ name, usage }) => [name, usage]));
  return program.showHelpAfterError('See `upperhand --help`.').configureHelp({
    subcommandTerm: (command) => `${command.name()} ${usages.get(command.name()) ?? '[command]'}`,
  });
}

/** What an error means for the exit status; commander has printed its own already. */
async function failed(error: unknown, reporter: Reporter): Promise<ExitCode> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.OK : ExitCode.USAGE;
  reporter.error(error instanceof Error ? error.message : String(error));
  if (error instanceof UsageError) return ExitCode.USAGE;
  const { UpperhandError } = await import('../errors/upperhand-error.ts');
  if (!(error instanceof UpperhandError)) {
    reporter.line('This should not happen; please report it with the command that you gave.');
  }
  return ExitCode.FAILED;
}
