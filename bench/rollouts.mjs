// `upperhand advantages` and `upperhand inspect` on a large file against what a script would do in Node, and against Polars, each a process of its
// own: `npm run bench -- rollouts [--python PATH] [--rounds N] [--full] [--megabytes N]`. Ends with an error when somebody's
// numbers are wrong.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from './lib/clock.mjs';
import { leaveOut } from './lib/left-out.mjs';
import { beginResult, saveResult } from './lib/results.mjs';
import { round3 } from './lib/rounds.mjs';
import { makeFile } from './rollouts/make-file.mjs';
import {
  advantagesOf,
  emptyPeak,
  firstOutput,
  inspectors,
  polarsProcess,
  processes,
  run,
} from './rollouts/processes.mjs';
import { rolloutsReport, rolloutsTargets } from './rollouts/report.mjs';

const OURS = 'upperhand';
/** Others sum in other orders. */
const TOLERANCE = 1e-9;

const { values: options } = parseArgs({
  options: {
    python: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    megabytes: { type: 'string', default: '300' },
    full: { type: 'boolean', default: false },
  },
});
const result = beginResult('rollouts');
const folder = mkdtempSync(join(tmpdir(), 'upperhand-bench-'));
try {
  await measure();
} finally {
  rmSync(folder, { recursive: true });
}
result.targets = rolloutsTargets(result);
const saved = saveResult(result, rolloutsReport);
console.log(`${rolloutsReport(result)}\n\n${saved}`);

async function measure() {
  const file = join(folder, 'rollouts.jsonl');
  process.stderr.write(`a file of ${options.megabytes} MB …\n`);
  Object.assign(result, makeFile(file, Number(options.megabytes) * 1e6));
  const contenders = { ...processes, ...polars() };
  check(contenders, file);
  result.rounds = Number(options.rounds);
  process.stderr.write(`${result.rounds} rounds …\n`);
  result.found = compare(race(contenders, file), contenders);
  checkInspectors(file);
  result.inspected = compare(race(inspectors, file), inspectors);
  result.emptyBytes = emptyPeak(folder);
  result.firstOutputMs = [];
  for (let i = 0; i < 5; i++) {
    const ms = await firstOutput(file, folder);
    if (ms !== undefined) result.firstOutputMs.push(Math.round(ms));
  }
  rmSync(file);
  result.sizes = sizes();
}

function polars() {
  const known = [options.python, process.env.BENCH_PYTHON, 'python3'].filter(Boolean);
  const python = known.find(
    (one) => spawnSync(one, ['-c', 'import polars'], { stdio: 'ignore' }).status === 0,
  );
  if (!python) {
    leaveOut(result, 'Polars', 'no Python with polars; name one by --python');
    return {};
  }
  const { stdout } = spawnSync(python, ['-c', 'import polars; print(polars.__version__)']);
  result.polars = String(stdout).trim();
  return {
    'Polars, one thread': polarsProcess(python, 1),
    'Polars, all threads': polarsProcess(python, availableParallelism()),
  };
}

/** All must come to the same advantages. */
function check(contenders, file) {
  const out = join(folder, 'out.tsv');
  let expected;
  for (const [name, process] of Object.entries(contenders)) {
    run(process(file, out), folder);
    const actual = advantagesOf(out);
    expected ??= actual;
    if (actual.length !== result.rollouts) throw new Error(`${name}: ${actual.length} rollouts`);
    // The last group may have one rollout, of which everybody makes something else.
    const whole = actual.length - (actual.length % 8);
    const at = actual
      .slice(0, whole)
      .findIndex((x, i) => !(Math.abs(x - expected[i]) <= TOLERANCE));
    if (at >= 0) throw new Error(`${name}: advantage ${at} is ${actual[at]}, not ${expected[at]}`);
  }
}

/** Both must find the same. */
function checkInspectors(file) {
  const out = join(folder, 'out.json');
  const ours = JSON.parse(run(inspectors[OURS](file, out), folder).stdout);
  run(inspectors['JSON.parse per line'](file, out), folder);
  const theirs = JSON.parse(readFileSync(out, 'utf8'));
  const same = (a, b) => Math.abs(a - b) <= TOLERANCE * Math.abs(b);
  const { rollouts, groups, reward, chars } = ours;
  if (rollouts !== theirs.rollouts || groups !== theirs.groups) throw new Error('other counts');
  if (!same(reward.mean, theirs.reward))
    throw new Error(`rewards: ${reward.mean}, ${theirs.reward}`);
  if (!same(chars.mean, theirs.chars)) throw new Error(`lengths: ${chars.mean}, ${theirs.chars}`);
}

/** Every round runs each once, beginning with another one each time. */
function race(contenders, file) {
  const names = Object.keys(contenders);
  const runs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < result.rounds; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length];
      runs[name].push(run(contenders[name](file, join(folder, 'out.tsv')), folder));
    }
  }
  return runs;
}

function compare(runs, contenders) {
  const ours = runs[OURS];
  return Object.fromEntries(
    Object.keys(contenders).map((name) => [
      name,
      {
        ms: Math.round(median(runs[name].map(({ ns }) => ns / 1e6))),
        cpuMs: Math.round(median(runs[name].map(({ cpuMs }) => cpuMs))),
        peakBytes: median(runs[name].map(({ peakBytes }) => peakBytes)),
        oursAsFast: round3(median(runs[name].map(({ ns }, i) => ns / ours[i].ns))),
        oursAsFastByCpu: round3(median(runs[name].map(({ cpuMs }, i) => cpuMs / ours[i].cpuMs))),
      },
    ]),
  );
}

/** Whether time grows with the file, and memory does not. */
function sizes() {
  return [30, 300, ...(options.full ? [3000] : [])].map((megabytes) => {
    process.stderr.write(`${megabytes} MB …\n`);
    const file = join(folder, `rollouts-${megabytes}.jsonl`);
    const { rollouts, bytes } = makeFile(file, megabytes * 1e6);
    const measured = [processes, inspectors].map((commands) => {
      const runs = Array.from({ length: 5 }, () =>
        run(commands[OURS](file, join(folder, 'out.tsv')), folder),
      );
      return {
        ms: Math.round(median(runs.map(({ ns }) => ns / 1e6))),
        cpuMs: Math.round(median(runs.map(({ cpuMs }) => cpuMs))),
        peakBytes: median(runs.map(({ peakBytes }) => peakBytes)),
      };
    });
    rmSync(file);
    return { megabytes, bytes, rollouts, ...measured[0], inspect: measured[1] };
  });
}
