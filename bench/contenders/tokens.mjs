import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { jsKernels, kernelsByName } from 'upperhand/kernels';
import { time } from '../lib/clock.mjs';
import { naiveTokens } from '../lib/token-cases.mjs';

/** What computes over rows of tokens of one shape. Contenders are as those of the kernels' benchmark. */
export class TokenContenders {
  #tokens;
  #out;
  #inPlace;

  constructor(tokens) {
    this.#tokens = tokens;
    const { length } = tokens.rewards;
    this.#out = { advantages: new Float64Array(length), returns: new Float64Array(length) };
    this.#inPlace = new TokensInPlace(tokens);
  }

  expected(entry) {
    entry.run(jsKernels, this.#tokens, this.#out);
    return this.#results(entry);
  }

  of(entry) {
    const { rewards, values } = this.#tokens;
    const { advantages, returns } = this.#out;
    const runs = (name, work, exact = true) => ({
      name,
      run: () => time(work),
      results: () => this.#results(entry),
      exact,
    });
    const naive = naiveTokens[entry.name];
    return [
      {
        name: 'memcpy',
        run: () =>
          time(() => {
            advantages.set(rewards);
            if (entry.arrays === 2) returns.set(values);
          }),
      },
      {
        name: 'wasm-simd in place',
        prepare: () => this.#inPlace.prepare(),
        run: () => time(() => this.#inPlace.call(entry)),
        results: () => this.#inPlace.results(entry),
        exact: true,
      },
      ...[kernelsByName('wasm-simd'), jsKernels].map((kernels) =>
        runs(kernels === jsKernels ? 'js' : 'wasm-simd with copies', () =>
          entry.run(kernels, this.#tokens, this.#out),
        ),
      ),
      ...(naive ? [runs('naive loop', () => naive(this.#tokens, this.#out), false)] : []),
    ];
  }

  #results({ arrays }) {
    const { advantages, returns } = this.#out;
    return arrays === 1 ? advantages.slice() : concat(advantages, returns);
  }
}

/** The module's own exports, over tokens that lie in its memory already. */
class TokensInPlace {
  #module;
  #tokens;
  #at;

  constructor(tokens) {
    const path = fileURLToPath(import.meta.resolve('upperhand/kernels.wasm'));
    const module = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path))).exports;
    const { count, rows, mask, offsets, members, groups, pool } = tokens;
    this.#module = module;
    this.#tokens = tokens;
    this.#at = {
      gamma: 2 * count,
      lambda: 2 * count + rows,
      bootstrap: 2 * count + 2 * rows,
      members: offsets.length,
      groups: offsets.length + rows,
      pool: offsets.length + rows + groups.length,
    };
    const words = this.#at.pool + 2;
    const problem = module.reserveMask(count) || module.reserve(2 * count + 3 * rows, words);
    if (problem !== 0) throw new Error('wasm: no memory');
    const { buffer } = module.memory;
    const integers = new Uint32Array(buffer, module.offsetsPointer() >>> 0, words);
    integers.set(offsets);
    integers.set(members, this.#at.members);
    integers.set(groups, this.#at.groups);
    integers.set(pool, this.#at.pool);
    if (mask !== null) new Uint8Array(buffer, module.maskPointer() >>> 0, count).set(mask);
  }

  prepare() {
    const { rewards, values, count, rows } = this.#tokens;
    const numbers = this.#numbers();
    numbers.set(rewards);
    numbers.set(values, count);
    numbers.fill(0.99, this.#at.gamma, this.#at.gamma + rows);
    numbers.fill(0.95, this.#at.lambda, this.#at.lambda + rows);
    numbers.fill(0, this.#at.bootstrap, this.#at.bootstrap + rows);
  }

  call(entry) {
    const status = entry.wasm(this.#module, this.#tokens, this.#at);
    if (status !== 0) throw new Error(`wasm: status ${status}`);
  }

  results({ arrays }) {
    return this.#numbers().slice(0, arrays * this.#tokens.count);
  }

  /** A call that needs memory for itself may make it grow, which detaches earlier views. */
  #numbers() {
    const { memory, valuesPointer, valuesCapacity } = this.#module;
    return new Float64Array(memory.buffer, valuesPointer() >>> 0, valuesCapacity() >>> 0);
  }
}

function concat(first, second) {
  const both = new Float64Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
