// Every estimator and kernel call against a memcpy of the same bytes, interleaved: `npm run bench`.
// Ends with an error when somebody's numbers are wrong.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boundOf } from './lib/bound.mjs';
import { buildCrate } from './lib/cargo.mjs';
import { cases } from './lib/cases.mjs';
import { Contenders } from './lib/contenders.mjs';
import { leaveOut } from './lib/left-out.mjs';
import { kernelsReport } from './lib/reports.mjs';
import { beginResult, saveResult } from './lib/results.mjs';
import { makeRewards, REWARDS, SIZES, sizeName } from './lib/rewards.mjs';
import { installRivals } from './lib/rivals.mjs';
import { compete } from './lib/rounds.mjs';
import { verify } from './lib/same.mjs';
import { judge } from './lib/targets.mjs';
import { TimingChild } from './lib/timing-child.mjs';

const ROUNDS = 9;

const result = beginResult('kernels');
const values = makeRewards();
const scratch = mkdtempSync(join(tmpdir(), 'upperhand-bench-'));
const native = startNative();
const stdlib = await loadStdlib();
const contenders = new Contenders(values);
const sizes = {};

try {
  for (const size of SIZES) {
    const ofSize = {};
    for (const entry of cases) {
      const field = fieldOf(entry, size);
      const expected = contenders.expected(entry, size);
      for (const contender of field) await verify(contender, expected);
      ofSize[entry.name] = await compete(field, { base: 'memcpy', rounds: ROUNDS });
      process.stderr.write(`${sizeName(size)}: ${entry.name}\n`);
    }
    sizes[sizeName(size)] = ofSize;
  }
} finally {
  native?.end();
  rmSync(scratch, { recursive: true });
}

Object.assign(result, { rewards: REWARDS, rounds: ROUNDS, sizes });
result.targets = targets();
const file = saveResult(result, kernelsReport);
console.log(`${kernelsReport(result)}\n\n${file}`);

function fieldOf(entry, size) {
  return [
    contenders.memcpy(),
    contenders.wasmInPlace(entry, size),
    contenders.wasmWithCopies(entry, size),
    ...(entry.estimate ? [contenders.estimator(entry, size)] : []),
    contenders.js(entry, size),
    contenders.naive(entry, size),
    ...(stdlib?.[entry.name]
      ? [{ ...contenders.loop(stdlib[entry.name], size), name: '@stdlib/stats' }]
      : []),
    ...(native ? [native.contender('native Rust', [entry.name, size])] : []),
    contenders.wasmInCache(entry, size),
  ];
}

function targets() {
  const all = Object.entries(sizes).flatMap(([size, ofSize]) =>
    Object.entries(ofSize).map(([name, found]) => ({ size, name, found })),
  );
  const from8 = all.filter(({ size }) => size !== sizeName(4));
  const measure = (cells, name, base) =>
    cells.map((cell) => ({
      where: `${cell.name}, ${cell.size}`,
      value: cell.found[name].ratio / cell.found[base].ratio,
      why: base === 'memcpy' ? boundOf(cell, name) : undefined,
    }));
  return [
    judge(
      'wasm-simd in place, at most 3 × memcpy from groups of 8',
      { atMost: 3 },
      measure(from8, 'wasm-simd in place', 'memcpy'),
    ),
    judge(
      'wasm-simd with copies, at most 5 × memcpy from groups of 8',
      { atMost: 5 },
      measure(from8, 'wasm-simd with copies', 'memcpy'),
    ),
    judge('js, at most 3 × the naive loop', { atMost: 3 }, measure(all, 'js', 'naive loop')),
  ];
}

/** The kernels as native code; without a Rust toolchain they are left out. */
function startNative() {
  try {
    const program = buildCrate('native', 'upperhand-bench-native');
    const file = join(scratch, 'values.f64');
    writeFileSync(file, values);
    return new TimingChild(program, [file], scratch);
  } catch (error) {
    return leaveOut(result, 'native Rust', error.message);
  }
}

async function loadStdlib() {
  try {
    installRivals();
    return (await import('./rivals/stdlib.mjs')).stdlib;
  } catch (error) {
    return leaveOut(result, '@stdlib/stats', error.message);
  }
}
