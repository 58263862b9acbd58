// Whether policies learn what they are said to learn, and do not where they must not: `npm run learn`. Takes minutes.
// Exit status 1 where one does not hold. `--only lake`, `methods`, `controls`, `addition` or `judge`, also several times, trains
// those; what the day's result has of the others stays. `--workers 1` leaves a processor to others.

import { readFlags, refuseFlags, wholeNumber } from '../../examples/flags.ts';
import { beginResult, newestResult, saveResult } from '../lib/results.mjs';
import { additionRuns } from './addition-runs.ts';
import { judgeRuns } from './judge-runs.ts';
import { controlRuns, lakeRuns, methodRuns } from './lake-runs.ts';
import { isLearned, type LearnRun, PARTS, type Part, type Planned } from './learn-run.ts';
import { type LearnResult, report } from './report.ts';

const PLANNED: Readonly<Record<Part, readonly Planned[]>> = {
  lake: lakeRuns,
  methods: methodRuns,
  controls: controlRuns,
  addition: additionRuns,
  judge: judgeRuns,
};

const values = readFlags({
  options: {
    only: { type: 'string', multiple: true },
    workers: { type: 'string', default: '2' },
  },
});
const workers = wholeNumber('workers', values.workers, 0);
const wanted = values.only ?? PARTS;
const unknown = wanted.filter((name) => !(PARTS as readonly string[]).includes(name));
if (unknown.length > 0) refuseFlags(`--only ${unknown.join(', ')}: there are ${PARTS.join(', ')}`);

const newest: LearnResult | undefined = newestResult('learn');
const begun = beginResult('learn');
const parts = { ...(newest?.date === begun.date && newest.parts) };
let holds = true;
let written = '';
for (const part of PARTS.filter((name) => wanted.includes(name))) {
  const runs: LearnRun[] = [];
  for (const train of PLANNED[part]) {
    const run = await train(workers);
    runs.push(run);
    console.log(`${run.holds ? 'holds' : 'FAILS'}: ${run.name}, seed ${run.seed}: ${run.came}`);
    parts[part] = runs;
    const result: LearnResult = { ...begun, parts };
    written = saveResult(result, report);
  }
  holds &&= isLearned(part, runs);
}
console.log(`\n${written}`);
process.exitCode = holds ? 0 : 1;
