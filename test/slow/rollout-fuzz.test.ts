// Damaged copies of real rollout files, and of small invented ones of every format: bits flipped, cut, glued, with bytes that are no UTF-8, lines lost and repeated,
// values of other types. `UPPERHAND_FUZZ` says how many, `UPPERHAND_FUZZ_SEED` which is the first.

import { readdirSync, readFileSync } from 'node:fs';
import { join as joinPath, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, it } from 'vitest';
import { checkInput } from '../rollouts/fuzz/check-input.ts';
import { invented, type SmallFile } from '../rollouts/fuzz/invented.ts';
import { join, lines, mutate } from '../rollouts/fuzz/mutate.ts';
import { type Random, seeded } from '../rollouts/fuzz/random.ts';
import { dataDir, describeExternal } from '../support/external.ts';

const INPUTS = Number(process.env.UPPERHAND_FUZZ || 100_000);
const FIRST_SEED = Number(process.env.UPPERHAND_FUZZ_SEED || 1);
/** Lines are taken from larger files, so that most of the time is not spent on a few of them. */
const MOST_BYTES = 12_000;
const HANG_MS = 60_000;
/** All of them may take so long on a machine that is busy. */
const LONGEST_MS = 4 * 60 * 60_000;

const watched = new BigInt64Array(new SharedArrayBuffer(8));

/** Says which input reading does not come back from, and ends the process, which cannot do so itself. */
const watch = `const { workerData } = require('node:worker_threads');
  let last = 0n;
  setInterval(() => {
    const now = Atomics.load(workerData, 0);
    if (now !== 0n && now === last) {
      process._rawDebug('seed ' + now + ' does not come back');
      process.kill(process.pid, 'SIGKILL');
    }
    last = now;
  }, ${HANG_MS});`;

describeExternal('damaged copies of real files', dataDir(), () => {
  const paths = readdirSync(dataDir(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(LICENSE|README|expected)/.test(entry.name))
    .map((entry) => joinPath(entry.parentPath, entry.name))
    .sort();
  const real = paths.map((path) => ({
    name: relative(dataDir(), path),
    bytes: readFileSync(path),
  }));
  const files: readonly SmallFile[] = [...real, ...invented];
  const watchdog = new Worker(watch, { eval: true, workerData: watched });

  afterAll(async () => {
    await watchdog.terminate();
  });

  it(
    `${INPUTS} inputs neither crash nor hang a reader, and no record is lost without a word`,
    async () => {
      const failures: string[] = [];
      for (let seed = FIRST_SEED; seed < FIRST_SEED + INPUTS && failures.length < 20; seed++) {
        Atomics.store(watched, 0, BigInt(seed));
        const random = seeded(seed);
        const { name, bytes } = random.pick(files);
        const other = random.pick(files).bytes;
        const broken = mutate(some(bytes, random), random, other);
        await checkInput(name, broken, 1 + random.below(5000)).catch((error: unknown) => {
          failures.push(`seed ${seed}, ${name}: ${error instanceof Error ? error.stack : error}`);
        });
      }
      Atomics.store(watched, 0, 0n);
      expect(failures.join('\n\n')).toBe('');
    },
    LONGEST_MS,
  );
});

/** The whole file if it is small, or has no lines; else some of its lines that follow each other. */
function some(bytes: Uint8Array, random: Random): Uint8Array {
  if (bytes.length <= MOST_BYTES) return bytes;
  const all = lines(bytes);
  const from = random.below(all.length);
  const taken: Uint8Array[] = [];
  let length = 0;
  for (const line of all.slice(from)) {
    if (taken.length > 0 && length + line.length > MOST_BYTES) break;
    taken.push(line);
    length += line.length;
  }
  return join(taken);
}
