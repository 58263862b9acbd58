// `upperhand advantages` and `upperhand inspect` on a large file against what a script would do in Node, and against Polars, each a process of its
// own: `npm run bench -- rollouts [--python PATH] [--rounds N] [--full] [--megabytes N]`. `--full` races with 3 GB as well. Ends with
// an error when somebody's numbers are wrong.

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
/** Takes ten times the size of a file as memory, and is raced with smaller ones alone. */
const EAGER = 'Polars, read_ndjson';
const EAGER_MEGABYTES = 500;
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
  const contenders = { ...processes, ...polars() };
  const rounds = Number(options.rounds);
  const races = [{ megabytes: Number(options.megabytes), rounds }];
  if (options.full) races.push({ megabytes: 3000, rounds: Math.min(rounds, 3) });
  result.emptyBytes = emptyPeak(folder);
  result.races = [];
  for (const { megabytes, rounds: some } of races) {
    const { file, ...made } = make(megabytes);
    process.stderr.write(`${some} rounds …\n`);
    const able = Object.fromEntries(
      Object.entries(contenders).filter(([name]) => name !== EAGER || megabytes <= EAGER_MEGABYTES),
    );
    check(able, file, made.rollouts);
    const advantages = compare(race(able, file, some));
    checkInspectors(file);
    const inspect = compare(race(inspectors, file, some));
    result.races.push({ megabytes, rounds: some, ...made, advantages, inspect });
    result.firstOutputMs ??= await firstOutputs(file);
    rmSync(file);
  }
  result.sizes = [sizeOf(30), ...result.races.map(sizeOfRace)];
}

function make(megabytes) {
  const file = join(folder, `rollouts-${megabytes}.jsonl`);
  process.stderr.write(`a file of ${megabytes} MB …\n`);
  return { file, ...makeFile(file, megabytes * 1e6) };
}

async function firstOutputs(file) {
  const all = [];
  for (let i = 0; i < 5; i++) {
    const ms = await firstOutput(file, folder);
    if (ms !== undefined) all.push(Math.round(ms));
  }
  return all;
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
    [EAGER]: polarsProcess(python, availableParallelism(), 'eager'),
    'Polars, one thread': polarsProcess(python, 1),
    'Polars, all threads': polarsProcess(python, availableParallelism()),
  };
}

/** All must come to the same advantages. */
function check(contenders, file, rollouts) {
  const out = join(folder, 'out.tsv');
  let expected;
  for (const [name, process] of Object.entries(contenders)) {
    run(process(file, out), folder);
    const actual = advantagesOf(out);
    expected ??= actual;
    if (actual.length !== rollouts) throw new Error(`${name}: ${actual.length} rollouts`);
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
function race(contenders, file, rounds) {
  const names = Object.keys(contenders);
  const runs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length];
      runs[name].push(run(contenders[name](file, join(folder, 'out.tsv')), folder));
    }
  }
  return runs;
}

function compare(runs) {
  const ours = runs[OURS];
  return Object.fromEntries(
    Object.entries(runs).map(([name, all]) => [
      name,
      {
        ...medians(all),
        oursAsFast: round3(median(all.map(({ ns }, i) => ns / ours[i].ns))),
        oursAsFastByCpu: round3(median(all.map(({ cpuMs }, i) => cpuMs / ours[i].cpuMs))),
      },
    ]),
  );
}

function medians(runs) {
  return {
    ms: Math.round(median(runs.map(({ ns }) => ns / 1e6))),
    cpuMs: Math.round(median(runs.map(({ cpuMs }) => cpuMs))),
    peakBytes: median(runs.map(({ peakBytes }) => peakBytes)),
  };
}

/** Ours alone on a small file, from which one sees whether time grows with the file, and memory does not. */
function sizeOf(megabytes) {
  const { file, ...made } = make(megabytes);
  const [advantages, inspect] = [processes, inspectors].map((commands) =>
    medians(race({ [OURS]: commands[OURS] }, file, 5)[OURS]),
  );
  rmSync(file);
  return { megabytes, ...made, advantages, inspect };
}

function sizeOfRace({ megabytes, bytes, rollouts, advantages, inspect }) {
  return { megabytes, bytes, rollouts, advantages: advantages[OURS], inspect: inspect[OURS] };
}
