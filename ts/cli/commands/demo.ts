import { type Command, InvalidArgumentError } from 'commander';
import { ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { StreamSink } from '../sink.ts';
import { styleFor } from '../style.ts';
import { toPath } from './option-values.ts';

const help = `
The model is small, is computed in threads of this process, and begins with random weights. It sees
games of uniformly random legal moves first; everything else it learns from rewards.

upperhand demo estimators   every estimator side by side on a small hand-made file; writes nothing

Exit status: 0, 2 when the command line is wrong, 3 when it was stopped before the end.

Example:
  upperhand demo --seed 2`;

interface Options {
  readonly out?: string;
  readonly seed: number;
  readonly updates: number;
}

/** Adds `upperhand demo` and `upperhand demo estimators`. */
export function addDemo(program: Command, io: Io, done: (code: ExitCode) => void): void {
  const demo = program
    .command('demo')
    .description('Trains a small language model to cross a frozen lake, and shows how it goes.')
    .option('--seed <n>', 'of weights, games and all that is drawn', toCount(0), 1)
    .option('--updates <n>', 'updates of the policy, of 512 games each', toCount(1), 80)
    .option('--out <dir>', 'the run folder (default: a new one in runs/)', toPath)
    .addHelpText('after', help)
    .action(async (options: Options) => {
      // The trainer and the model are loaded by this command alone.
      const { runLakeDemo } = await import('../demo/run-lake-demo.ts');
      done(await runLakeDemo(options, io));
    });
  demo
    .command('estimators')
    .description(
      'Shows the advantages of every estimator side by side, and which tasks teach nothing to which of them.',
    )
    .action(async () => {
      const { estimatorsText } = await import('../demo/estimators-demo.ts');
      const sink = new StreamSink(io.stdout);
      sink.write(await estimatorsText(styleFor(io.stdout, io.env)));
      await sink.finish();
      done(ExitCode.OK);
    });
}

function toCount(least: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (text.trim() !== '' && Number.isSafeInteger(count) && count >= least) return count;
    throw new InvalidArgumentError(`It must be a whole number from ${least}.`);
  };
}
