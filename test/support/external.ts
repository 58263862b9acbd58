/**
 * Golden vectors and real rollout files live outside the repository. Suites that need them run when
 * they are there, are skipped with a line on stderr when they are not, and fail when
 * `UPPERHAND_REQUIRE_ORACLE=1` says that they must be there.
 */

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Golden vectors made by the Python originals: `$UPPERHAND_ORACLE`, else `../shared/oracle`. */
export function oracleDir(): string {
  return resolve(root, process.env.UPPERHAND_ORACLE || '../shared/oracle');
}

/** Rollout files of real frameworks: `$UPPERHAND_DATA`, else `../shared/data`. */
export function dataDir(): string {
  return resolve(root, process.env.UPPERHAND_DATA || '../shared/data');
}

/** `describe` for a suite that reads `dir`, or something below it. */
export function describeExternal(name: string, dir: string, suite: () => void): void {
  if (existsSync(dir)) {
    describe(name, suite);
    return;
  }
  const variable = dir.startsWith(dataDir()) ? 'UPPERHAND_DATA' : 'UPPERHAND_ORACLE';
  const reason = `${dir} is not there; set ${variable} to the folder that holds it`;
  if (process.env.UPPERHAND_REQUIRE_ORACLE === '1') {
    describe(name, () => {
      it('has its files', () => {
        throw new Error(`UPPERHAND_REQUIRE_ORACLE is set, and ${reason}`);
      });
    });
    return;
  }
  process.stderr.write(`SKIPPED "${name}": ${reason}\n`);
  // The suite's own body may read files while it is collected: it is not called.
  describe.skip(name, () => {
    it(`needs ${variable}`, () => {});
  });
}
