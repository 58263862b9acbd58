// Every preset that gives a trajectory one number, over GRPO at the same shape: `npm run bench -- presets [--rounds N]`.
// Ends with an error when a number is wrong.

import { parseArgs } from 'node:util';
import { jsKernels, kernelsByName } from 'upperhand/kernels';
import { slowSpec } from '../test/support/slow-spec.ts';
import { median } from './lib/clock.mjs';
import {
  boundOf,
  isAffine,
  PresetInputs,
  presetsOfTrajectories,
  SHAPES,
  SMALL,
} from './lib/preset-cases.mjs';
import { presetsReport } from './lib/reports.mjs';
import { beginResult, saveResult } from './lib/results.mjs';
import { race, round3 } from './lib/rounds.mjs';
import { judge } from './lib/targets.mjs';

const BASE = 'rllm/grpo';
const AT_MOST = 1.5;
const TOLERANCE = 1e-9;
/** After so many presets the base takes its turn once more, so that a round has many times of it. */
const BASE_EVERY = 6;

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '41' } } });
const rounds = Number(options.rounds);
const result = beginResult('presets');
const presets = presetsOfTrajectories();
const small = new PresetInputs(SMALL);
for (const preset of presets) checkFormula(preset);

const found = Object.fromEntries(
  presets.map(({ name, spec }) => [
    name,
    { affine: isAffine(spec), bound: boundOf(spec), ratios: {}, microseconds: {} },
  ]),
);
for (const [shape, offsets] of Object.entries(SHAPES)) {
  const inputs = new PresetInputs(offsets);
  for (const preset of presets) checkKernels(preset, inputs, shape);
  const times = await race(fieldOf(inputs), { rounds, warmups: 5 });
  const ofBase = basesOf(times);
  for (const { name } of presets) {
    const all = times.get(name);
    found[name].ratios[shape] = round3(median(all.map((ns, round) => ns / ofBase[round])));
    found[name].microseconds[shape] = round3(median(all) / inputs.calls / 1000);
  }
  process.stderr.write(`${shape}\n`);
}

Object.assign(result, { base: BASE, rounds, presets: found });
result.targets = [
  {
    ...judge(
      `affine presets, at most ${AT_MOST} × ${BASE}`,
      { atMost: AT_MOST },
      Object.entries(found)
        .filter(([, { affine }]) => affine)
        .flatMap(([name, { bound, ratios }]) =>
          Object.entries(ratios).map(([shape, value]) => ({
            where: `${name}, ${shape}`,
            value,
            why: bound,
          })),
        ),
    ),
    atMost: AT_MOST,
  },
];
const file = saveResult(result, presetsReport);
console.log(`${presetsReport(result)}\n\n${file}`);

function fieldOf(inputs) {
  const base = presets.find(({ name }) => name === BASE);
  return presets.flatMap((preset, i) => {
    const contender = inputs.contender(preset);
    if (i % BASE_EVERY !== 0) return [contender];
    return [{ ...inputs.contender(base), name: `${BASE} again, ${i}` }, contender];
  });
}

/** The middle one of the base's times of each round. */
function basesOf(times) {
  const again = [...times].filter(([name]) => name.startsWith(`${BASE} again`));
  return again[0][1].map((_, round) => median(again.map(([, all]) => all[round])));
}

/** Against the formulas of the spec's fields, computed one member at a time. */
function checkFormula(preset) {
  const { name, spec } = preset;
  // What a state remembers is no formula of one call.
  if (spec.baseline.kind === 'tracker') return;
  const expected = slowSpec(spec, small.members(spec));
  const got = small.advantages(preset, jsKernels);
  const at = expected.findIndex(
    (x, i) => !(Math.abs(got[i] - x) <= TOLERANCE * Math.max(1, Math.abs(x))),
  );
  if (at >= 0) throw new Error(`${name}: result ${at} is ${got[at]}, not ${expected[at]}`);
}

function checkKernels(preset, inputs, shape) {
  const expected = inputs.advantages(preset, jsKernels);
  const got = inputs.advantages(preset, kernelsByName('wasm-simd'));
  const at = expected.findIndex((x, i) => !Object.is(x, got[i]));
  if (at >= 0)
    throw new Error(`${preset.name}, ${shape}: ${at} is ${got[at]}, not ${expected[at]}`);
}
