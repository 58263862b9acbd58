import { type Command, Option } from 'commander';
import {
  describeAdvEstimator,
  type EstimatorDescription,
  listAdvEstimators,
} from '../../estimators/registry.ts';
import { ExitCode } from '../exit-code.ts';
import { importModules } from '../import-modules.ts';
import type { Io } from '../io.ts';
import { cellText } from '../printable.ts';
import { StreamSink } from '../sink.ts';
import { styleFor } from '../style.ts';
import { pad, textWidth } from '../text-width.ts';
import { append, importHelp } from './option-values.ts';

const help = `
In the formulas r is the reward of a rollout and n the size of its group; mean and std (population) run
over the group, or over the pool: all groups of the role.

Exit status: 0, or 2 when the command line is wrong.

Examples:
  upperhand estimators
  upperhand estimators --format json
  upperhand estimators --import ./my-estimators.mjs`;

interface EstimatorsOptions {
  readonly import?: readonly string[];
  readonly format: 'table' | 'json';
  readonly json?: boolean;
}

/** Adds `upperhand estimators`. */
export function addEstimators(program: Command, io: Io, done: (code: ExitCode) => void): void {
  program
    .command('estimators')
    .summary('list the advantage estimators and their formulas')
    .description('Lists the advantage estimators that are registered, with their formulas.')
    .option('--import <module>', importHelp, append)
    .addOption(
      new Option('--format <format>', 'what is written')
        .choices(['table', 'json'])
        .default('table'),
    )
    .option('--json', 'the same as --format json: an array of objects')
    .addHelpText('after', help)
    .action(async (options: EstimatorsOptions) => {
      await importModules(options.import ?? []);
      const all = listAdvEstimators().map((name) => describeAdvEstimator(name));
      const sink = new StreamSink(io.stdout);
      const json = options.json === true || options.format === 'json';
      sink.write(json ? `${JSON.stringify(all, null, 2)}\n` : estimatorTable(all, io));
      await sink.finish();
      done(ExitCode.OK);
    });
}

function estimatorTable(all: readonly EstimatorDescription[], io: Io): string {
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
