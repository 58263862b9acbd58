import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { UsageError } from './usage-error.ts';

/** What a module exports, by name. */
export type ModuleExports = Readonly<Record<string, unknown>>;

const TYPESCRIPT = /\.[mc]?tsx?$/;

/**
 * Runs a module that the command line names. TypeScript runs where the runtime takes its types away (Node from 22.18 on, Deno, Bun), or
 * where `tsx` can be found from the module.
 *
 * @param path - absolute
 * @param shown - how messages name it
 * @throws UsageError that names the file and the reason
 */
export async function importModule(path: string, shown: string = path): Promise<ModuleExports> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw cannotImport(shown, 'there is no such file');
  try {
    return await run(path);
  } catch (error) {
    const isTypeScript = TYPESCRIPT.test(path) && codeOf(error) === 'ERR_UNKNOWN_FILE_EXTENSION';
    if (isTypeScript && (await registerTsx(path))) return importAgain(path, shown);
    throw cannotImport(shown, isTypeScript ? TYPESCRIPT_HELP : reasonOf(error));
  }
}

const TYPESCRIPT_HELP = `Node ${process.versions.node} does not run TypeScript by itself. Install tsx beside it (npm install --save-dev tsx), use Node 22.18 or later, or compile it to JavaScript`;

const MODULE_HELP =
  'set "type": "module" in the package.json above it, or give it the extension .mjs or .mts';

async function importAgain(path: string, shown: string): Promise<ModuleExports> {
  try {
    // Another address, as the failure of the first import is remembered.
    return await run(path, '?tsx');
  } catch (error) {
    throw cannotImport(shown, reasonOf(error));
  }
}

function run(path: string, query = ''): Promise<ModuleExports> {
  return import(`${pathToFileURL(path).href}${query}`);
}

/** Lets `tsx` take the types away for the rest of the process; false when the module's project does not have it. */
async function registerTsx(path: string): Promise<boolean> {
  try {
    await run(createRequire(path).resolve('tsx'));
    return true;
  } catch {
    return false;
  }
}

function cannotImport(shown: string, reason: string): UsageError {
  return new UsageError(`cannot import ${shown}: ${reason}`);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isCommonJs = /Unexpected token 'export'|Cannot use import statement/.test(error.message);
  if (isCommonJs) return `${error.message}; ${MODULE_HELP}`;
  const place = placeOf(error);
  // Node tells the line of a syntax error only where nobody catches it.
  const isHidden = place === '' && error.name === 'SyntaxError';
  return `${error.message}${isHidden ? '; running it with node alone shows the line' : place}`;
}

/** Where in somebody's code an error comes from; empty when it comes from the loading itself. */
function placeOf({ stack = '' }: Error): string {
  const lines = stack.split('\n').filter((line) => !/^\s+at async |\/node_modules\//.test(line));
  const found = /(?:^|[\s(])(?:file:\/\/)?(\/\S+?:\d+)/.exec(lines.join('\n'))?.[1];
  return found === undefined ? '' : ` (${decodeURI(found)})`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
