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

const scripts = ['empty', 'import', 'compile', 'first-call', 'first-call-js'];
const result = beginResult('startup');
const times = Object.fromEntries(scripts.map((script) => [script, []]));
for (let round = -2; round < ROUNDS; round++) {
  for (const script of scripts) {
    const ms = time(() => start(script)) / 1e6;
    if (round >= 0) times[script].push(ms);
  }
}
const over = scripts.slice(1).map((script) => {
  const differences = times[script].map((ms, round) => ms - times.empty[round]);
  return [script, round3(median(differences))];
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

function start(script) {
  const path = fileURLToPath(new URL(`startup/${script}.mjs`, import.meta.url));
  const { status } = spawnSync(process.execPath, [path], { stdio: ['ignore', 'ignore', 2] });
  if (status !== 0) throw new Error(`${script} exited with ${status}`);
}
