import { type Command, Option } from 'commander';
import type { ListedEstimator } from '../estimators/estimator-lines.ts';
import { ExitCode } from '../exit-code.ts';
import { importModules } from '../import-modules.ts';
import type { Io } from '../io.ts';
import { cellText, toJsonLines } from '../printable.ts';
import { StreamSink } from '../sink.ts';
import { styleFor } from '../style.ts';
import { pad, textWidth } from '../text-width.ts';
import { append, importHelp } from './option-values.ts';

const help = `
In the formulas r is the reward of a rollout and n the size of its group; mean and std (population) run
over the group, or over the pool: all groups of the role.

Estimators of other frameworks are named framework/name, and framework/name:variant with a flag of theirs.
They stand wherever an estimator can be named.

Exit status: 0, or 2 when the command line is wrong.

Examples:
  upperhand estimators
  upperhand estimators --framework verl
  upperhand estimators show trl/grpo
  upperhand estimators diff verl/grpo trl/grpo
  upperhand estimators --format json
  upperhand estimators --import ./my-estimators.mjs`;

const alsoTakes = `
Takes --json, --format and --import too, as upperhand estimators does.

Exit status: 0, or 2 when the command line is wrong.`;

interface EstimatorsOptions {
  readonly import?: readonly string[];
  readonly framework?: string;
  readonly all?: boolean;
  readonly format: 'table' | 'json';
  readonly json?: boolean;
}

/** Adds `upperhand estimators`. */
export function addEstimators(program: Command, io: Io, done: (code: ExitCode) => void): void {
  const command = program
    .command('estimators')
    .description('Lists the advantage estimators that are registered, with their formulas.')
    .option('--framework <name>', 'those of a framework: verl, trl, …')
    .option('--all', 'those of all frameworks too')
    .option('--import <module>', importHelp, append)
    .addOption(
      new Option('--format <format>', 'what is written')
        .choices(['table', 'json'])
        .default('table'),
    )
    .option('--json', 'the same as --format json')
    .addHelpText('after', help)
    .action(async (options: EstimatorsOptions) => {
      await importModules(options.import ?? []);
      const { listedEstimators } = await import('../estimators/estimator-lines.ts');
      const all = listedEstimators(options);
      const sink = new StreamSink(io.stdout);
      sink.write(isJson(options) ? `${toJsonLines(all)}\n` : estimatorTable(all, io));
      await sink.finish();
      done(ExitCode.OK);
    });
  command
    .command('show')
    .summary('all that is known of one, with its spec')
    .description('Shows the formula, source, variants and spec of an estimator.')
    .argument('<name>', 'grpo, trl/grpo, trl/grpo:scale_rewards=none')
    .addHelpText('after', alsoTakes)
    .action(async (name: string) => {
      const options = command.opts<EstimatorsOptions>();
      await importModules(options.import ?? []);
      const { showEstimator } = await import('../estimators/show-estimator.ts');
      await showEstimator(name, isJson(options), io);
      done(ExitCode.OK);
    });
  command
    .command('diff')
    .summary('in which fields two differ, and where their numbers part')
    .description('Compares two estimators field by field, and on an example.')
    .argument('<a>', 'an estimator')
    .argument('<b>', 'another one')
    .addHelpText('after', alsoTakes)
    .action(async (a: string, b: string) => {
      const options = command.opts<EstimatorsOptions>();
      await importModules(options.import ?? []);
      const { diffEstimators } = await import('../estimators/diff-estimators.ts');
      await diffEstimators(a, b, isJson(options), io);
      done(ExitCode.OK);
    });
}

function isJson({ json, format }: EstimatorsOptions): boolean {
  return json === true || format === 'json';
}

function estimatorTable(all: readonly ListedEstimator[], io: Io): string {
  const rows = all.map(({ name, formula, title }) =>
    [name, formula ?? '(a function of its own)', title].map(cellText),
  );
  const header = ['name', 'formula', 'what it is'];
  if (io.stdout.isTTY !== true)
    return `${[header, ...rows].map((row) => row.join('\t')).join('\n')}\n`;
  const style = styleFor(io.stdout, io.env);
  const widths = header.map((_, i) =>
    Math.max(...[header, ...rows].map((row) => textWidth(row[i] ?? ''))),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((text, i) => pad(text, widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return `${[style.bold(line(header)), ...rows.map(line)].join('\n')}\n`;
}
