import { type Command, Option } from 'commander';
import { ExitCode } from '../exit-code.ts';
import { importModules } from '../import-modules.ts';
import type { Io } from '../io.ts';
import { toJsonLines } from '../printable.ts';
import { StreamSink } from '../sink.ts';
import { append } from './option-values.ts';

/** Things with names, of which there are lists, and which differ. */
export interface Catalogue {
  /** The command: `estimators`. */
  readonly name: string;
  /** One of them, with its article. */
  readonly one: string;
  readonly description: string;
  readonly importHelp: string;
  readonly help: string;
  /** What `show` and `diff` do, and names to show. */
  readonly show: { readonly description: string; readonly names: string };
  readonly diff: { readonly summary: string; readonly description: string };
  readonly load: () => Promise<CatalogueActions>;
}

export interface CatalogueActions {
  /** What is listed, and the same as a table. */
  readonly list: (options: ListOptions) => {
    readonly entries: readonly object[];
    readonly table: (io: Io) => string;
  };
  readonly show: (name: string, json: boolean, io: Io) => Promise<void>;
  readonly diff: (a: string, b: string, json: boolean, io: Io) => Promise<void>;
}

export interface ListOptions {
  readonly framework?: string;
  readonly all?: boolean;
}

interface CatalogueOptions extends ListOptions {
  readonly import?: readonly string[];
  readonly format: 'table' | 'json';
  readonly json?: boolean;
}

/** Adds a command that lists, with `show` and `diff` below it. */
export function addCatalogue(
  program: Command,
  io: Io,
  done: (code: ExitCode) => void,
  { name, one, description, importHelp, help, show, diff, load }: Catalogue,
): void {
  const alsoTakes = `
Takes --json, --format and --import too, as upperhand ${name} does.

Exit status: 0; 1 when it could not be written; 2 when the command line is wrong.`;
  const command = program
    .command(name)
    .description(description)
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
    .action(async (options: CatalogueOptions) => {
      await importModules(options.import ?? []);
      const { entries, table } = (await load()).list(options);
      const sink = new StreamSink(io.stdout);
      sink.write(isJson(options) ? `${toJsonLines(entries)}\n` : table(io));
      await sink.finish();
      done(ExitCode.OK);
    });
  /** With the options of the list, which stand before or behind. */
  const act = async (run: (actions: CatalogueActions, json: boolean) => Promise<void>) => {
    const options = command.opts<CatalogueOptions>();
    await importModules(options.import ?? []);
    await run(await load(), isJson(options));
    done(ExitCode.OK);
  };
  command
    .command('show')
    .summary('all that is known of one')
    .description(show.description)
    .argument('<name>', show.names)
    .showHelpAfterError(`See \`upperhand ${name} show --help\`.`)
    .addHelpText('after', alsoTakes)
    .action((of: string) => act((actions, json) => actions.show(of, json, io)));
  command
    .command('diff')
    .summary(diff.summary)
    .description(diff.description)
    .argument('<a>', one)
    .argument('<b>', 'another one')
    .showHelpAfterError(`See \`upperhand ${name} diff --help\`.`)
    .addHelpText('after', alsoTakes)
    .action((a: string, b: string) => act((actions, json) => actions.diff(a, b, json, io)));
}

function isJson({ json, format }: CatalogueOptions): boolean {
  return json === true || format === 'json';
}
