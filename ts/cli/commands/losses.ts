import type { Command } from 'commander';
import type { ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { addCatalogue } from './catalogue.ts';

const help = `
In the formulas π is the policy that is trained, π_old the same before the step, π_rollout what sampled, π_ref
a reference; A a token's advantage, ρ the ratio π / π_old, σ() the logistic function, and sg() holds a value
constant for the gradient. show has the options that a formula names, and those that the loss sets; what every
loss takes beside them, and how tokens are aggregated, stands in docs/losses.md of this package.

Losses of other frameworks are named framework/name: one of ours, with the options that make it theirs. They
stand wherever a loss can be named (loss_fn of a config; lossFn in code).

Exit status: 0; 1 when it could not be written; 2 when the command line is wrong.

Examples:
  upperhand losses
  upperhand losses --framework trl
  upperhand losses show trl/dapo
  upperhand losses diff verl/vanilla trl/dapo
  upperhand losses --all --format json
  upperhand losses --import ./my-losses.mjs`;

/** Adds `upperhand losses`. */
export function addLosses(program: Command, io: Io, done: (code: ExitCode) => void): void {
  addCatalogue(program, io, done, {
    name: 'losses',
    one: 'a loss',
    description: 'Lists the losses that are registered, with their formulas.',
    importHelp: 'a module to run first, which registers losses of yours; may be repeated',
    help,
    show: {
      description: 'Shows the formula, source, options and needs of a loss.',
      names: 'ppo, trl/dapo',
    },
    diff: {
      summary: 'in which options two differ, and where their numbers part',
      description: 'Compares two losses option by option, and on an example.',
    },
    load: async () => {
      const [{ listOfLosses }, { showLoss }, { diffLosses }] = await Promise.all([
        import('../losses/loss-lines.ts'),
        import('../losses/show-loss.ts'),
        import('../losses/diff-losses.ts'),
      ]);
      return { list: listOfLosses, show: showLoss, diff: diffLosses };
    },
  });
}
