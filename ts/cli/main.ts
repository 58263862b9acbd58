import { ExitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import { packageVersion } from './package-version.ts';
import { WatchedOutput } from './watched-output.ts';

/**
 * The command line: runs one command and returns its exit status. Errors become one line on stderr, and so does output
 * that could not be written, whoever wrote it.
 *
 * @param args - without the program's own name
 */
export async function main(args: readonly string[], io: Io): Promise<ExitCode> {
  const stdout = new WatchedOutput(io.stdout);
  const { stderr, env } = io;
  const watched: Io = {
    // Node opens it for who asks, and few do.
    get stdin() {
      return io.stdin;
    },
    stdout,
    stderr,
    env,
  };
  const code = await run(args, watched);
  const failure = await stdout.failure();
  // Where there is no result it was told why, and that may be the reason.
  if (failure === null || code === ExitCode.FAILED) return code;
  const { Reporter } = await import('./reporter.ts');
  new Reporter(io).error(`cannot write to stdout: ${failure.message}`);
  return ExitCode.FAILED;
}

async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  // For this alone nothing else need be loaded.
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    io.stdout.write(`${packageVersion()}\n`, () => {});
    return ExitCode.OK;
  }
  const { runProgram } = await import('./program.ts');
  return runProgram(args, io);
}
