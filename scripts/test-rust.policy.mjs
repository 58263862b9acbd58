// Tests the committed module of the policy itself, with Node alone: its size, what it imports and exports, and that no
// number whatever makes it trap.
//   node scripts/test-rust.policy.mjs
import assert from 'node:assert/strict';
import { committedModule } from './verify-wasm.mjs';
import { wasmModules } from './wasm-modules.mjs';

const bytes = committedModule('policy');
const module = new WebAssembly.Module(bytes);

assert(bytes.length <= 150_000, `${bytes.length} bytes`);
assert.deepEqual(WebAssembly.Module.imports(module), []);
assert.deepEqual(
  WebAssembly.Module.exports(module)
    .map(({ name }) => name)
    .sort(),
  wasmModules.policy.exports.toSorted(),
);

const wasm = new WebAssembly.Instance(module).exports;
const room = 4096;
const sizes = [1, 8, 2, 12, 7, 5];
assert.equal(wasm.create(...sizes, 1, 2), 0);
assert.equal(wasm.reserve(room, room), 0);
const words = () => new Uint32Array(wasm.memory.buffer, wasm.wordsPointer() >>> 0, room);
const floats = () => new Float32Array(wasm.memory.buffer, wasm.floatsPointer() >>> 0, room);

let seed = 1;
const random = (n) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const anything = [0, 0, 1, 2, 3, 7, 8, 4096, 2 ** 31, 2 ** 32 - 1, -1, 0.5, Number.NaN, Infinity];
const arguments_ = {
  setParameters: 0,
  setReference: 1,
  addGradient: 0,
  zeroGradient: 0,
  open: 2,
  fork: 2,
  extend: 2,
  rekey: 1,
  dropSessions: 1,
  generate: 6,
  sample: 8,
  score: 4,
  forwardBackward: 4,
  optimStep: 6,
  exportState: 0,
  importState: 1,
  tensors: 0,
  create: 8,
};
const names = Object.keys(arguments_);

/** Arguments, and arenas, that often fit each other. */
function plausible(name) {
  const lists = random(4);
  let end = 0;
  const offsets = Array.from({ length: lists + 1 }, (_, i) => (end += i === 0 ? 0 : 1 + random(4)));
  const tokens = Array.from({ length: end }, () => random(5));
  const sessions = Array.from({ length: lists }, () => random(40));
  const share = 0.5 + random(3) / 4;
  const put = (...lists) => words().set(lists.flat());
  switch (name) {
    case 'open':
      put(offsets, tokens);
      return [lists, end];
    case 'fork':
      return [random(40), random(4)];
    case 'extend':
      put(sessions, offsets, tokens);
      return [lists, end];
    case 'rekey':
      put(
        sessions,
        Array.from({ length: 6 * lists }, () => random(9)),
      );
      return [lists];
    case 'dropSessions':
      put(sessions);
      return [lists];
    case 'generate':
      put(sessions, [random(5)], [random(5)]);
      return [lists, 1, 1, share, random(6), share / 2];
    case 'sample':
      put(offsets, tokens);
      words().set([random(9), random(5)], lists + 1 + end + 12 * lists);
      return [lists, end, 2 * lists, 1, 1, share, random(6), share / 2];
    case 'score':
    case 'forwardBackward':
      put(offsets, tokens);
      return [lists, end, share, random(32)];
    case 'optimStep':
      return [0.01, 0.9, 0.95, 1e-8, 0, 1];
    case 'importState':
      return [random(room)];
    case 'create':
      return [...sizes, random(9), 0];
    default:
      return [random(2)];
  }
}

const seen = new Map();
for (let i = 0; i < 60_000; i++) {
  const name = names[random(i % 50 === 0 ? names.length : names.length - 1)];
  if (random(20) === 0)
    floats()[random(room)] = [Number.NaN, Infinity, -0, 5e-324, 1e30, 1][random(6)];
  if (random(20) === 0) floats().fill(0.01);
  const args =
    random(4) > 0
      ? plausible(name)
      : Array.from({ length: arguments_[name] }, () => anything[random(anything.length)]);
  // A policy of any size that fits would take its time; what is out of range is refused as well as it is here.
  if (name === 'create' && args.some((size, at) => at < 6 && size >= 1 && size !== sizes[at]))
    continue;
  const status = wasm[name](...args);
  assert(status >= 0 && status <= 19, `${name} returned ${status}`);
  seen.set(`${name} ${status}`, (seen.get(`${name} ${status}`) ?? 0) + 1);
  const open = wasm.sessionCount();
  if (open > 30) assert.equal(wasm.create(...sizes, i, 0), 0);
}
for (const name of names.filter((name) => !['importState', 'setReference'].includes(name)))
  assert((seen.get(`${name} 0`) ?? 0) > 10, `${name} was hardly ever done`);
assert(wasm.memory.buffer.byteLength <= 20_000_000, `${wasm.memory.buffer.byteLength} bytes`);

console.log('test-rust.policy: ok');
