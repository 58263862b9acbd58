// Our kernels, vectorised NumPy and, where RLLM_SRC names a checkout, the real rLLM, on the same rewards in one run:
// times, and how many results differ in their last bits. `npm run bench:python`.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boundOf } from './lib/bound.mjs';
import { cases } from './lib/cases.mjs';
import { Contenders } from './lib/contenders.mjs';
import { leaveOut } from './lib/left-out.mjs';
import { findPython, serveScript } from './lib/python.mjs';
import { pythonReport } from './lib/reports.mjs';
import { beginResult, saveResult } from './lib/results.mjs';
import { makeRewards, REWARDS, SIZES, sizeName } from './lib/rewards.mjs';
import { compete, round3 } from './lib/rounds.mjs';
import { countUlps, verify } from './lib/same.mjs';
import { ratio } from './lib/table.mjs';
import { judge } from './lib/targets.mjs';
import { TimingChild } from './lib/timing-child.mjs';

const ROUNDS = 7;

const result = beginResult('python');
let command;
try {
  command = findPython();
} catch (error) {
  leaveOut(result, 'Python, and with it this whole benchmark', error.message);
  process.exit();
}

const values = makeRewards();
const contenders = new Contenders(values);
const scratch = mkdtempSync(join(tmpdir(), 'upperhand-bench-'));
writeFileSync(join(scratch, 'values.f64'), values);
const python = new TimingChild(command, ['-B', serveScript, join(scratch, 'values.f64')], scratch);
const sizes = {};
const parity = {};

try {
  const { rllmProblem, ...versions } = JSON.parse(await python.line());
  Object.assign(result, { ...versions, rewards: REWARDS, rounds: ROUNDS });
  if (rllmProblem) leaveOut(result, 'the real rLLM', rllmProblem);
  for (const size of SIZES) {
    const [ofSize, parityOfSize] = [{}, {}];
    for (const entry of cases) {
      process.stderr.write(`${sizeName(size)}: ${entry.name}\n`);
      const expected = contenders.expected(entry, size);
      const field = [
        contenders.memcpy(),
        contenders.wasmInPlace(entry, size),
        contenders.wasmWithCopies(entry, size),
        ...(entry.estimate ? [contenders.estimator(entry, size)] : []),
        contenders.js(entry, size),
        contenders.wasmInCache(entry, size),
      ];
      for (const contender of field) await verify(contender, expected);
      const numpy = python.contender('NumPy', ['numpy', entry.name, size]);
      const found = await compete([...field, numpy], { base: 'memcpy', rounds: ROUNDS });
      const differences = { NumPy: countUlps(expected, await numpy.results()) };
      if (!rllmProblem && entry.estimate) {
        // Once: it takes a thousand times as long as the rest of the round.
        const { ns, results } = await python.call(['rllm', entry.name, size]);
        const ms = round3(ns / 1e6);
        found['real rLLM'] = { ms, ratio: round3(ms / found.memcpy.ms) };
        differences['real rLLM'] = countUlps(expected, results);
      }
      ofSize[entry.name] = found;
      parityOfSize[entry.name] = differences;
    }
    sizes[sizeName(size)] = ofSize;
    parity[sizeName(size)] = parityOfSize;
  }
} finally {
  python.end();
  rmSync(scratch, { recursive: true });
}

Object.assign(result, { sizes, parity, targets: targets() });
const file = saveResult(result, pythonReport);
console.log(`${pythonReport(result)}\n\n${file}`);
if (!result.targets[0].met) process.exitCode = 1;

function targets() {
  const differing = Object.entries(parity).flatMap(([size, ofSize]) =>
    Object.entries(ofSize).flatMap(([name, rivals]) =>
      Object.entries(rivals).map(([rival, ulps]) => ({
        where: `${rival}, ${name}, ${size}`,
        value: ulps.differing,
      })),
    ),
  );
  return [
    judge('no result differs from Python’s in any bit', { atMost: 0 }, differing),
    ...['wasm-simd in place', 'wasm-simd with copies'].flatMap((ours) => [
      judge(
        `${ours}, at least 3 × as fast as NumPy at groups of 8`,
        { atLeast: 3 },
        speedups(ours, 'NumPy', 8),
      ),
      judge(
        `${ours}, no slower than NumPy at groups of 512`,
        { atLeast: 1 },
        speedups(ours, 'NumPy', 512),
      ),
      ...(result.leftOut
        ? []
        : [
            judge(
              `${ours}, at least 400 × as fast as real rLLM at groups of 8`,
              { atLeast: 400 },
              speedups(ours, 'real rLLM', 8),
            ),
          ]),
    ]),
  ];
}

/** A rival's time over ours. */
function speedups(ours, rival, size) {
  return Object.entries(sizes[sizeName(size)])
    .filter(([, found]) => found[rival])
    .map(([name, found]) => ({
      where: name,
      value: found[rival].ratio / found[ours].ratio,
      why:
        `${rival} takes ${ratio(found[rival].ratio)} × memcpy; ` +
        boundOf({ size: sizeName(size), name, found }, ours),
    }));
}
