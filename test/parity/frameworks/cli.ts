/**
 * Puts records of frameworks' own functions to the claims about them, and prints a line for each function.
 *
 *     npx tsx test/parity/frameworks/cli.ts [framework[/function] | framework function] [--dir DIR] [--failures N]
 *
 * The records are those of `$UPPERHAND_ORACLE`, or of `--dir`. Of each function the first failures are shown (2), or N.
 * Exit code 1 when a record is not accounted for.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { originalDir, parityOfFrameworks, summarise } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dir: { type: 'string' }, failures: { type: 'string' } },
});
const dir = values.dir ?? originalDir();
if (!existsSync(dir)) throw new Error(`${dir} is not there`);
const only = positionals.join('/');
process.exitCode = summarise(
  await parityOfFrameworks(dir, { only, failures: Number(values.failures ?? 2) }),
);
