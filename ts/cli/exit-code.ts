/** What the exit status says; scripts rely on it. */
export const ExitCode = {
  /** All records were read and there is a result. */
  OK: 0,
  /** There is no result: nothing could be read, no rollout has a reward, or the output could not be written. */
  FAILED: 1,
  /** The command line is wrong; nothing was read. */
  USAGE: 2,
  /** There is a result, but a file or some records could not be read. */
  INCOMPLETE: 3,
  /** There is a result, and it holds what `--fail-on` names. */
  FOUND: 4,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

export const exitCodeHelp = `Exit status:
  0  all records were read and there is a result
  1  there is no result: nothing could be read, no rollout has a reward, or the output could not be written
  2  the command line is wrong; nothing was read
  3  there is a result, but a file or some records could not be read (each is reported on stderr)`;
