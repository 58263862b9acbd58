import { ExitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import { packageVersion } from './package-version.ts';

/**
 * The command line: runs one command and returns its exit status. Errors become one line on stderr.
 *
 * @param args - without the program's own name
 */
export async function main(args: readonly string[], io: Io): Promise<ExitCode> {
  // For this alone nothing else need be loaded.
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    io.stdout.write(`${packageVersion()}\n`, () => {});
    return ExitCode.OK;
  }
  const { runProgram } = await import('./program.ts');
  return runProgram(args, io);
}
