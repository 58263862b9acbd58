import type { Command } from 'commander';
import type { ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { addCatalogue } from './catalogue.ts';
import { importHelp } from './option-values.ts';

const help = `
In the formulas r is the reward of a rollout and n the size of its group; mean and std (of the population;
with ddof=1 of a sample) run over the group, or over the pool: all groups of the role, N rollouts. A is the
advantage so far, x that of a token, L the length of a response, k1(π ‖ π_ref) = log π − log π_ref.

Estimators of other frameworks are named framework/name, and framework/name:variant with a flag of theirs.
They stand wherever an estimator can be named (--estimator; adv_estimator of a config; estimator in code).

Exit status: 0; 1 when it could not be written; 2 when the command line is wrong.

Examples:
  upperhand estimators
  upperhand estimators --framework verl
  upperhand estimators show trl/grpo
  upperhand estimators diff verl/grpo trl/grpo
  upperhand estimators --format json
  upperhand estimators --import ./my-estimators.mjs`;

/** Adds `upperhand estimators`. */
export function addEstimators(program: Command, io: Io, done: (code: ExitCode) => void): void {
  addCatalogue(program, io, done, {
    name: 'estimators',
    one: 'an estimator',
    description: 'Lists the advantage estimators that are registered, with their formulas.',
    importHelp,
    help,
    show: {
      description: 'Shows the formula, source, variants and spec of an estimator.',
      names: 'grpo, trl/grpo, trl/grpo:scale_rewards=none',
    },
    diff: {
      summary: 'in which fields two differ, and where their numbers part',
      description: 'Compares two estimators field by field, and on an example.',
    },
    load: async () => {
      const [{ listEstimators }, { showEstimator }, { diffEstimators }] = await Promise.all([
        import('../estimators/estimator-lines.ts'),
        import('../estimators/show-estimator.ts'),
        import('../estimators/diff-estimators.ts'),
      ]);
      return { list: listEstimators, show: showEstimator, diff: diffEstimators };
    },
  });
}
