import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkKernels } from '../../ts/kernels/conformance/check-kernels.ts';
import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import type { Kernels, StandardizeOptions } from '../../ts/kernels/kernels.ts';
import type { AdvantagesAndReturns } from '../../ts/kernels/token-kernels.ts';
import type { WasmExports } from '../../ts/kernels/wasm/wasm-exports.ts';
import { createWasmKernels } from '../../ts/kernels/wasm/wasm-kernels.ts';
import { compileKernels } from '../../ts/kernels/wasm/wasm-module.ts';
import { expectSame } from '../support/expect-same.ts';

const PAGE = 2 ** 16;
const MOST_PAGES = 2 ** 16;
const module = compileKernels();
let wasm: WasmExports;
let kernels: Kernels;

beforeEach(() => {
  const instance = new WebAssembly.Instance(module);
  wasm = instance.exports as unknown as WasmExports;
  kernels = createWasmKernels(instance);
});

const options = {
  baseline: 'group',
  scale: 'group',
  scaleOf: 'values',
  ddof: 0,
  epsilon: 1e-6,
  epsilonPlace: 'outside',
  singleton: 'raw',
} as const satisfies StandardizeOptions;

const rewards = (count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => ((i * 7919) % 101) / 10 - (i % 3));

/** Groups of four, the last one shorter. */
const groups = (count: number): Uint32Array =>
  Uint32Array.from({ length: Math.ceil(count / 4) + 1 }, (_, i) => Math.min(4 * i, count));

/** Holds every call over tokens against the JavaScript kernels, with a mask that is 0 at every third of them. */
function expectTokensRight(rewards: Float64Array, offsets: Uint32Array, from = 0): void {
  const count = rewards.length;
  const rows = offsets.length - 1;
  const mask = Uint8Array.from({ length: count }, (_, t) => t % 3);
  const tokens = { rewards, values: rewards, weights: rewards, bootstrap: null, mask, offsets };
  const members = Uint32Array.from({ length: rows }, (_, row) => row);
  const grouped = { ...tokens, members, groups: Uint32Array.of(0, rows) };
  const whiten = { mean: 'subtract', divide: true, ddof: 1, epsilon: 0, countEpsilon: 0 } as const;
  const baseline = { epsilon: 1e-8, zeroTail: true, align: 'trained-token' } as const;
  const calls: ((k: Kernels, out: AdvantagesAndReturns) => void)[] = [
    (k, out) => k.discountedReturns(tokens, { gamma: 0.9, masked: 'carry' }, out.advantages),
    (k, out) => k.generalizedAdvantages(tokens, { gamma: 1, lambda: 0.9, masked: 'zero' }, out),
    (k, out) => k.whitenTokens(tokens, { ...whiten, epsilonPlace: 'floor' }, out.advantages),
    (k, out) => k.optimalTokenBaseline(grouped, baseline, out),
  ];
  for (const call of calls.slice(from)) {
    const [used, expected] = [kernels, jsKernels].map((k) => {
      const out = { advantages: new Float64Array(count), returns: new Float64Array(count) };
      call(k, out);
      return out;
    }) as [AdvantagesAndReturns, AdvantagesAndReturns];
    expectSame(used.advantages, expected.advantages, () => `${count} tokens`);
    expectSame(used.returns, expected.returns, () => `${count} tokens`);
  }
}

/** Holds every call on this many values against the JavaScript kernels. */
function expectRight(count: number): void {
  const [values, offsets] = [rewards(count), groups(count)];
  const about = (): string => `${count} values`;
  expect(kernels.summarize(values)).toEqual(jsKernels.summarize(values));
  const [used, js] = [kernels, jsKernels].map((k) => k.segmentSummaries(values, offsets)) as [
    ReturnType<Kernels['segmentSummaries']>,
    ReturnType<Kernels['segmentSummaries']>,
  ];
  for (const key of ['mean', 'std', 'min', 'max'] as const) expectSame(used[key], js[key], about);
  const calls: ((k: Kernels, out: Float64Array) => void)[] = [
    (k, out) => k.center(values, offsets, options, out),
    (k, out) => k.standardize(values, offsets, options, out),
    (k, out) => k.leaveOneOut(values, offsets, options, out),
  ];
  for (const call of calls) {
    const [out, expected] = [new Float64Array(count), new Float64Array(count)];
    call(kernels, out);
    call(jsKernels, expected);
    expectSame(out, expected, about);
  }
  expectTokensRight(values, offsets);
}

describe('memory that grows in mid-use', () => {
  it('gives the same bits before, during and after', () => {
    const before = wasm.memory.buffer;
    for (const count of [4, 9, 600_000, 4, 0, 9, 130, 600_001, 1]) expectRight(count);
    expect(before.byteLength).toBe(0);
    expect(wasm.memory.buffer.byteLength).toBeGreaterThan(600_000 * 8);
  });

  it('is reused: a second round needs no more', () => {
    const sizes = [4, 200_000, 17, 100_000];
    sizes.forEach(expectRight);
    const bytes = wasm.memory.buffer.byteLength;
    sizes.forEach(expectRight);
    expect(wasm.memory.buffer.byteLength).toBe(bytes);
  });

  it('may be grown by others between two calls', () => {
    expectRight(130);
    wasm.memory.grow(3);
    expectRight(130);
    expectRight(4);
  });

  it('may be grown by a call that needs some for itself', () => {
    // Baselines alone, so that no call before leaves a hole where they find it.
    for (const count of [200_000, 400_000, 200_000])
      expectTokensRight(rewards(count), Uint32Array.of(0, count >> 1, count), 3);
  });

  it('may be released by others between two calls', () => {
    expectRight(3000);
    wasm.release();
    expectRight(4);
    wasm.release();
    expectRight(5000);
  });
});

it('come from the module of the package only', () => {
  const { reserve: _, ...lacking } = wasm;
  for (const [instance, missing] of [
    [{ exports: lacking }, 'reserve'],
    [{ exports: { ...wasm, memory: undefined } }, 'memory'],
    [{ module: {}, instance: {} }, 'reserve'],
    [undefined, 'reserve'],
  ])
    expect(() => createWasmKernels(instance as never)).toThrow(
      expect.objectContaining({
        code: 'invalid-kernels',
        message: `createWasmKernels takes an instance of upperhand/kernels.wasm, got one that exports no ${missing}`,
      }),
    );
});

describe('memory that has come to its end', () => {
  it('lets JavaScript compute what does not fit, and goes on with what does', () => {
    expectRight(4);
    wasm.memory.grow(MOST_PAGES - wasm.memory.buffer.byteLength / PAGE);
    // Small ones after a refusal show that nothing reads where the arena was before.
    for (const count of [3000, 1_000_000, 4, 3000, 1_000_000, 2999, 8, 0]) expectRight(count);
    expect(wasm.memory.buffer.byteLength).toBe(MOST_PAGES * PAGE);
    expect(wasm.reserve(1_000_000, 0)).toBe(5);
    expect(wasm.reserve(4, 4)).toBe(0);
  });

  it('lets JavaScript compute everything where there never is any', () => {
    const refused = { ...wasm, memory: wasm.memory, reserve: () => 5 };
    kernels = createWasmKernels({ exports: refused });
    expectRight(130);
    expect(checkKernels(kernels, { rounds: 2 }).differences).toEqual([]);
  });
});

it('leaks nothing in 100 000 calls', () => {
  const script = join(import.meta.dirname, 'wasm-memory-use.ts');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', script],
    { encoding: 'utf8', cwd: join(import.meta.dirname, '../..') },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { calls, module: grown, heap, outside } = JSON.parse(stdout);
  expect(calls).toBe(100_000);
  expect(grown).toBe(0);
  // A leak of one small array a call would show as megabytes.
  expect(heap).toBeLessThan(1_000_000);
  expect(outside).toBeLessThan(1_000_000);
});
