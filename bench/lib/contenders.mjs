import { GroupedRewards, jsKernels, kernelsByName } from 'upperhand/kernels';
import { naive } from '../contenders/naive.mjs';
import { WasmInPlace } from '../contenders/wasm-in-place.mjs';
import { flatten, runKernels } from './cases.mjs';
import { time } from './clock.mjs';
import { makeOffsets } from './rewards.mjs';

/** Values that fit the first-level cache: there it is arithmetic alone that takes time. */
const IN_CACHE = 2048;

/**
 * What runs in this process. A contender is `{ name, prepare?, run, results?, exact? }`: run gives nanoseconds, results
 * the numbers of the last run, and exact ones are held to the last bit.
 */
export class Contenders {
  #values;
  #out;
  #inPlace;
  #inCache;
  #wasm = kernelsByName('wasm-simd');

  constructor(values) {
    this.#values = values;
    this.#out = new Float64Array(values.length);
    this.#inPlace = new WasmInPlace(values);
    this.#inCache = new WasmInPlace(values.slice(0, IN_CACHE));
  }

  /** What all results are held against: those of the JavaScript kernels. */
  expected(entry, size) {
    const offsets = makeOffsets(this.#values.length, size);
    this.#out.fill(Number.NaN);
    return flatten(runKernels(entry, jsKernels, this.#values, offsets, this.#out)).slice();
  }

  /** A copy of the values as they are: the same bytes read, the same bytes written. */
  memcpy() {
    return { name: 'memcpy', run: () => time(() => this.#out.set(this.#values)) };
  }

  wasmInPlace(entry, size) {
    const offsets = makeOffsets(this.#values.length, size);
    const groups = offsets.length - 1;
    return {
      name: 'wasm-simd in place',
      prepare: () => this.#inPlace.prepare(offsets),
      run: () => time(() => this.#inPlace.call(entry, groups)),
      results: () => this.#inPlace.results(entry, groups),
      exact: true,
    };
  }

  /** As many values as the others, but the same few over and over. */
  wasmInCache(entry, size) {
    const offsets = makeOffsets(IN_CACHE, size);
    const calls = Math.round(this.#values.length / IN_CACHE);
    return {
      name: 'wasm-simd in L1',
      prepare: () => this.#inCache.prepare(offsets),
      run: () =>
        time(() => {
          for (let i = 0; i < calls; i++) this.#inCache.call(entry, offsets.length - 1);
        }),
    };
  }

  wasmWithCopies(entry, size) {
    return { ...this.#kernels(entry, size, this.#wasm), name: 'wasm-simd with copies' };
  }

  js(entry, size) {
    return { ...this.#kernels(entry, size, jsKernels), name: 'js' };
  }

  /** The public function, which makes an array for its results. */
  estimator(entry, size) {
    const rewards = GroupedRewards.fromFlat(this.#values, makeOffsets(this.#values.length, size));
    const options = { kernels: this.#wasm };
    const work = () => entry.estimate(rewards, options).advantages.values;
    return { ...this.#works(work), name: 'estimator', exact: true };
  }

  naive(entry, size) {
    return { ...this.loop(naive[entry.name], size), name: 'naive loop' };
  }

  /** Somebody's function of values, offsets and out. */
  loop(work, size) {
    const offsets = makeOffsets(this.#values.length, size);
    return this.#works(() => flatten(work(this.#values, offsets, this.#out)));
  }

  #kernels(entry, size, kernels) {
    const offsets = makeOffsets(this.#values.length, size);
    const work = () => runKernels(entry, kernels, this.#values, offsets, this.#out);
    return { ...this.#works(work), exact: true };
  }

  #works(work) {
    let last;
    return {
      run: () =>
        time(() => {
          last = work();
        }),
      results: () => flatten(last),
    };
  }
}
