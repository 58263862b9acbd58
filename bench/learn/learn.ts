// Whether policies learn what they are said to learn, and do not where they must not: `npm run learn`. Takes minutes.
// Exit status 1 where one does not hold; `npm run learn -- --out FILE` writes the table to a file too.

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { STARTS } from '../../examples/frozen-lake/lake.ts';
import { trainAddition } from './train-addition.ts';
import { type LakeOutcome, trainLake } from './train-lake.ts';

const UPDATES = 80;
const ALL = STARTS.length;
const SEEDS = [1, 2, 3];
const ESTIMATORS = ['rloo', 'reinforce_plus_plus_baseline', 'prpo'];

interface Line {
  readonly what: string;
  readonly wanted: string;
  readonly came: string;
  readonly holds: boolean;
  readonly cpuSeconds: number;
}

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const lines: Line[] = [];

for (const seed of SEEDS)
  add(
    lakeLine(`frozen-lake, grpo, seed ${seed}`, await trainLake({ seed, updates: UPDATES }), 0.95),
  );
for (const estimator of ESTIMATORS)
  add(
    lakeLine(
      `frozen-lake, ${estimator}, seed 1`,
      await trainLake({ seed: 1, updates: UPDATES, estimator }),
    ),
  );
add(stillLine('learning rate 0', await trainLake({ seed: 1, updates: UPDATES, learningRate: 0 })));
const shuffled = { seed: 1, updates: UPDATES, shuffled: true };
add(stillLine('shuffled advantages', await trainLake(shuffled)));
// The entropy term is no advantage: it moves the policy by itself.
add(
  stillLine(
    'shuffled advantages, no entropy term',
    await trainLake({ ...shuffled, sampledEntropy: 0 }),
  ),
);
for (const seed of SEEDS) {
  const { right, greedy, cpuSeconds } = await trainAddition({ seed, updates: 400 });
  const before = greedy.get(0) ?? Number.NaN;
  const reached = [...greedy].find(([, share]) => share >= 0.9);
  add({
    what: `addition, grpo, seed ${seed}; ${(100 * right).toFixed(0)} % of the demonstrations right`,
    wanted: 'greedy ≤ 0.30 before, ≥ 0.90 within 400',
    came: `${before.toFixed(2)} before, ${reached ? `${reached[1].toFixed(2)} at ${reached[0]}` : 'not reached'}; ${[...greedy.values()].at(-1)?.toFixed(2)} at the end`,
    holds: right <= 0.3 && before <= 0.3 && reached !== undefined,
    cpuSeconds,
  });
}

const table = [
  `Node ${process.versions.node}, ${cpus()[0]?.model ?? 'an unknown processor'}`,
  '',
  '| run | wanted | came | holds | CPU s |',
  '|---|---|---|---|---:|',
  ...lines.map(
    ({ what, wanted, came, holds, cpuSeconds }) =>
      `| ${what} | ${wanted} | ${came} | ${holds ? 'yes' : '**no**'} | ${cpuSeconds.toFixed(0)} |`,
  ),
  '',
].join('\n');
console.log(`\n${table}`);
if (values.out !== undefined) writeFileSync(values.out, table);
process.exitCode = lines.every(({ holds }) => holds) ? 0 : 1;

function add(line: Line): void {
  lines.push(line);
  console.log(`${line.holds ? 'holds' : 'FAILS'}: ${line.what}: ${line.came}`);
}

/** @param least - success of sampled games that the hardest start must have */
function lakeLine(what: string, outcome: LakeOutcome, least?: number): Line {
  const { before, after, allAt, sampled, cpuSeconds } = outcome;
  const hardest = Math.min(...sampled);
  return {
    what,
    wanted: `all ${ALL} starts within ${UPDATES}${least === undefined ? '' : `, sampled ≥ ${least} at the hardest`}`,
    came: `${before} before, ${ALL} at ${allAt ?? 'no update'}, ${after} at the end; sampled ${hardest.toFixed(3)} at the hardest`,
    holds: allAt !== null && allAt <= UPDATES && (least === undefined || hardest >= least),
    cpuSeconds,
  };
}

function stillLine(what: string, { before, after, rewards, cpuSeconds }: LakeOutcome): Line {
  const quarter = Math.floor(rewards.length / 4);
  const first = mean(rewards.slice(0, quarter));
  const last = mean(rewards.slice(-quarter));
  return {
    what: `frozen-lake, control: ${what}`,
    wanted: 'reward and starts as before',
    came: `reward ${first.toFixed(3)} → ${last.toFixed(3)}, starts ${before} → ${after}`,
    holds: Math.abs(last - first) < 0.05 && after - before <= 2,
    cpuSeconds,
  };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}
