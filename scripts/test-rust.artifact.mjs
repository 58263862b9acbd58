// Tests the committed module of the kernels itself, with Node alone: what it imports and exports, what texts it holds,
// and that no number whatever makes it trap.
//   node scripts/test-rust.artifact.mjs
import assert from 'node:assert/strict';
import { committedModule } from './verify-wasm.mjs';

const bytes = committedModule('kernels');
const module = new WebAssembly.Module(bytes);

assert(bytes.length < 70_000, `${bytes.length} bytes`);
assert.deepEqual(WebAssembly.Module.imports(module), []);
assert.deepEqual(
  WebAssembly.Module.exports(module)
    .map(({ name }) => name)
    .sort(),
  [
    'center',
    'centerByWeight',
    'compareWithMean',
    'discountedReturns',
    'generalizedAdvantages',
    'leaveOneOut',
    'maskCapacity',
    'maskPointer',
    'memory',
    'offsetsCapacity',
    'offsetsPointer',
    'optimalTokenBaseline',
    'release',
    'reserve',
    'reserveMask',
    'scaleByPool',
    'segmentSummaries',
    'standardize',
    'summarize',
    'valuesCapacity',
    'valuesPointer',
    'whitenTokens',
  ],
);

// A panic brings its source's path along. The standard library's allocator has two assertions of its own.
const paths = bytes.toString('latin1').match(/[\w./@-]+\.rs\b/g) ?? [];
const ours = paths.filter((path) => !/^\/rustc?\//.test(path));
assert.deepEqual(ours, [], 'code that can panic');

const kernels = new WebAssembly.Instance(module).exports;
const room = 4096;
assert.equal(kernels.reserve(room, room), 0);
const values = () =>
  new Float64Array(
    kernels.memory.buffer,
    kernels.valuesPointer() >>> 0,
    kernels.valuesCapacity() >>> 0,
  );
const offsets = () =>
  new Uint32Array(
    kernels.memory.buffer,
    kernels.offsetsPointer() >>> 0,
    kernels.offsetsCapacity() >>> 0,
  );

values().set([1, 2, 3, 4, 10]);
offsets().set([0, 4, 5]);
assert.equal(kernels.standardize(0, 5, 0, 2, 0, 0, 0, 0, 0, 1e-6, 0, 0), 0);
const std = Math.sqrt(1.25) + 1e-6;
assert.deepEqual(
  [...values().slice(0, 5)],
  [-1.5 / std, -0.5 / std, 0.5 / std, 1.5 / std, 10 / (1 + 1e-6)],
);

// Growth: what was told before the call is told after it, by new views.
assert.equal(kernels.reserve(1_000_000, room), 0);
assert.equal(values().length, 1_000_000);
kernels.release();
assert.equal(kernels.valuesCapacity(), 0);
assert.equal(kernels.summarize(0, 1, 0, 0, 0), 2);
assert.equal(kernels.reserve(room, room), 0);
assert.equal(kernels.reserveMask(room), 0);

// Two hundred thousand calls with anything: each returns a status, and the memory does not grow.
const size = kernels.memory.buffer.byteLength;
let seed = 1;
const random = (n) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const anything = [
  0,
  0,
  1,
  2,
  3,
  5,
  8,
  100,
  4095,
  4096,
  4097,
  2 ** 31,
  2 ** 32 - 1,
  -1,
  0.5,
  Number.NaN,
  Infinity,
];
const calls = {
  summarize: 5,
  segmentSummaries: 6,
  center: 7,
  standardize: 12,
  leaveOneOut: 6,
  discountedReturns: 8,
  generalizedAdvantages: 11,
  whitenTokens: 11,
  optimalTokenBaseline: 12,
  centerByWeight: 6,
  compareWithMean: 7,
  scaleByPool: 13,
};
// Arguments that fit, of the calls over tokens: rows of numbers behind the tokens, the rows in one group; and of those
// over scales, of which weights may be illegal.
const fitting = {
  discountedReturns: (n, rows) => [0, n, 0, rows, 1000, random(2), random(5), random(2)],
  generalizedAdvantages: (n, rows) => [
    0,
    500,
    n,
    0,
    rows,
    1000,
    2000,
    3000,
    random(2),
    random(5),
    random(2),
  ],
  whitenTokens: (n, rows) => [
    0,
    n,
    0,
    rows,
    random(2),
    random(3),
    random(2),
    random(2),
    random(2),
    random(3),
    random(2),
  ],
  optimalTokenBaseline: (n, rows) => {
    for (let row = 0; row < rows; row++) offsets()[1000 + row] = row;
    offsets().set([0, rows], 2000);
    return [0, 500, n, 0, rows, 1000, 2000, 1, random(2), random(2), random(2), random(2)];
  },
  centerByWeight: (n, groups) => [0, 500, n, 0, groups, random(3)],
  compareWithMean: (n, groups) => [0, n, 0, groups, random(2), random(2), random(3)],
  scaleByPool: (n, groups) => [
    0,
    500,
    n,
    0,
    groups,
    random(2),
    random(3),
    random(3),
    random(2),
    random(2),
    random(3),
    random(2),
    random(3),
  ],
};
const names = Object.keys(calls);
const seen = new Map();
for (let i = 0; i < 200_000; i++) {
  const name = names[random(names.length)];
  if (random(8) === 0) {
    const groups = random(9);
    let end = 0;
    for (let g = 0; g <= groups; g++) {
      offsets()[g] = end;
      end += random(5);
    }
    values()[random(room)] = [Number.NaN, Infinity, -0, 5e-324, 1e308][random(5)];
  }
  const args = Array.from({ length: calls[name] }, () => anything[random(anything.length)]);
  if (random(2) === 0) {
    // Often enough something that fits.
    const groups = offsets().findIndex(
      (offset, at, all) => all[at + 1] === undefined || all[at + 1] < offset,
    );
    const count = offsets()[groups];
    args.splice(0, 4, 0, count, 0, groups);
    if (name === 'summarize') args.splice(2, 3, 0, 1, 4000);
    else if (name === 'segmentSummaries') args[5] = 4000;
    else if (name in fitting) args.splice(0, args.length, ...fitting[name](count, groups));
    else for (let at = 4; at < args.length; at++) args[at] = random(at === 4 ? 1 : 3);
  }
  const status = kernels[name](...args);
  assert(status >= 0 && status <= 6, `${name} returned ${status}`);
  seen.set(`${name} ${status}`, (seen.get(`${name} ${status}`) ?? 0) + 1);
}
for (const name of names) assert(seen.get(`${name} 0`) > 1000, `${name} was hardly ever done`);
assert.equal(kernels.memory.buffer.byteLength, size);

// Growing and giving back again and again does not leak either.
for (let i = 0; i < 1000; i++) {
  assert.equal(kernels.reserve(200_000 + random(100_000), room), 0);
  kernels.release();
}
assert(
  kernels.memory.buffer.byteLength <= 20_000_000,
  `${kernels.memory.buffer.byteLength} bytes after release`,
);

console.log('test-rust.artifact: ok');
