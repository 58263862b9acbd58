// What a process pays for upperhand before its first result, over one that does nothing: `npm run bench:startup`.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median, time } from './lib/clock.mjs';
import { startupReport } from './lib/reports.mjs';
import { beginResult, saveResult } from './lib/results.mjs';
import { round3 } from './lib/rounds.mjs';
import { milliseconds } from './lib/table.mjs';
import { judge } from './lib/targets.mjs';

const ROUNDS = 41;

const command = '../dist/cli/bin.js';
const five = pathTo('startup/five.jsonl');
/** What Node is given. */
const cases = {
  empty: [pathTo('startup/empty.mjs')],
  import: [pathTo('startup/import.mjs')],
  compile: [pathTo('startup/compile.mjs')],
  'first-call': [pathTo('startup/first-call.mjs')],
  'first-call-js': [pathTo('startup/first-call-js.mjs')],
  'import upperhand/rollouts': [pathTo('startup/import-rollouts.mjs')],
  'import upperhand/trainer': [pathTo('startup/import-trainer.mjs')],
  'upperhand --version': [pathTo(command), '--version'],
  'upperhand --help': [pathTo(command), '--help'],
  'upperhand estimators': [pathTo(command), 'estimators'],
  'upperhand inspect, five rollouts': [pathTo(command), 'inspect', five],
  'upperhand advantages, five rollouts': [pathTo(command), 'advantages', five],
};
const names = Object.keys(cases);
const result = beginResult('startup');
const times = Object.fromEntries(names.map((name) => [name, []]));
for (let round = -2; round < ROUNDS; round++) {
  for (const name of names) {
    const ms = time(() => start(name)) / 1e6;
    if (round >= 0) times[name].push(ms);
  }
}
const over = names.slice(1).map((name) => {
  const differences = times[name].map((ms, round) => ms - times.empty[round]);
  return [name, round3(median(differences))];
});
result.rounds = ROUNDS;
result.emptyMs = round3(median(times.empty));
result.overEmptyMs = Object.fromEntries(over);
const { import: imported, 'first-call': called, 'first-call-js': withoutWasm } = result.overEmptyMs;
result.targets = [
  judge('first call, at most 10 ms over an empty script', { atMost: 10 }, [
    {
      where: 'first-call',
      value: called,
      why: `${milliseconds(imported)} of it for loading the modules, ${milliseconds(called - withoutWasm)} for decoding and compiling WebAssembly`,
    },
  ]),
];
const file = saveResult(result, startupReport);
console.log(`${startupReport(result)}\n\n${file}`);

function start(name) {
  const { status } = spawnSync(process.execPath, cases[name], { stdio: ['ignore', 'ignore', 2] });
  if (status !== 0) throw new Error(`${name} exited with ${status}`);
}

function pathTo(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}
