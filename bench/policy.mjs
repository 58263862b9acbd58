// The policy against PyTorch, burn-flex and jax-js, all on one thread: a training step, sampling, and what a trainer costs
// beside them. `npm run bench -- policy [--python PATH] [--rounds N] [--without RIVAL]`.
// Ends with an error when somebody's numbers are wrong.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPolicy } from '../ts/backends/local/wasm/policy-module.ts';
import { ProcessorTimes } from './lib/processor-time.mjs';
import { beginResult, saveResult } from './lib/results.mjs';
import { race } from './lib/rounds.mjs';
import { Agreement } from './policy/agreement.mjs';
import { wasmProduct } from './policy/gemm.mjs';
import { Ours } from './policy/ours.mjs';
import { trainerOverhead } from './policy/overhead.mjs';
import { policyReport } from './policy/report.mjs';
import { findTorch, startRivals } from './policy/rivals.mjs';
import { compare } from './policy/speeds.mjs';
import { policyTargets } from './policy/targets.mjs';
import { task, writeTask } from './policy/task.mjs';

/** Training steps of a call, so that a contender's caches are warm for most of it. */
const STEPS = 4;
/** Rows and columns of the large product. */
const SIZE = 1024;

const OURS = 'upperhand, WebAssembly';

const { values: options } = parseArgs({
  options: {
    python: { type: 'string' },
    rounds: { type: 'string', default: '11' },
    without: { type: 'string', multiple: true },
  },
});
const rounds = Number(options.rounds);
const result = beginResult('policy');
const folder = mkdtempSync(join(tmpdir(), 'upperhand-bench-'));
const made = createPolicy(task.config, BigInt(task.seed));
writeTask(folder, { parameters: made.parameters(), tensors: made.tensors });
const python = findTorch(options.python);
const rivals = await startRivals(result, folder, { python, without: options.without });
const processor = new ProcessorTimes();
let times;
try {
  const ours = await Ours.create();
  const agreement = await Agreement.with(ours, made);
  for (const [name, rival] of Object.entries(rivals)) await agreement.check(name, rival);
  result.agreement = agreement.found;
  process.stderr.write(`${rounds} rounds …\n`);
  const product = wasmProduct(SIZE);
  times = await race(
    [
      { name: `train ${OURS}`, run: () => timed(() => ours.train(STEPS)) },
      { name: `sample ${OURS}`, run: () => timed(() => ours.sample(1)) },
      { name: `product ${OURS}`, run: () => timed(product) },
      ...Object.entries(rivals).flatMap(([name, rival]) => [
        rival.contender(`train ${name}`, ['train', STEPS]),
        rival.contender(`sample ${name}`, ['sample', 1]),
        // What there is of matrix products in jax-js is the same as in its step.
        ...(name === 'jax-js' ? [] : [rival.contender(`product ${name}`, ['product', SIZE])]),
      ]),
    ].map((contender) => processor.watch(contender)),
    { rounds, warmups: 1 },
  );
  await ours.close();
} finally {
  for (const rival of Object.values(rivals)) rival.end();
  rmSync(folder, { recursive: true });
}

Object.assign(result, {
  task,
  rounds,
  ...compare({ clock: times, processor: processor.of(rounds) }, OURS, { steps: STEPS, size: SIZE }),
});
process.stderr.write('what the trainer costs …\n');
result.overhead = await trainerOverhead();
result.targets = policyTargets(result, OURS);
const file = saveResult(result, policyReport);
console.log(`${policyReport(result)}\n\n${file}`);

async function timed(work) {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start);
}
