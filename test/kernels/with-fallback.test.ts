import { describe, expect, it, vi } from 'vitest';
import { calculateGrpoAdvantages } from '../../ts/estimators/grpo.ts';
import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import type { Kernels } from '../../ts/kernels/kernels.ts';
import { withFallback } from '../../ts/kernels/with-fallback.ts';

const values = Float64Array.of(1, 0);
const offsets = Uint32Array.of(0, 2);

describe('withFallback', () => {
  it('takes the calls that are given and the base’s for the rest', () => {
    const center = vi.fn(jsKernels.center);
    const kernels = withFallback({ name: 'mine', center });
    const out = new Float64Array(2);
    kernels.center(values, offsets, { baseline: 'group', singleton: 'raw' }, out);
    expect(center).toHaveBeenCalledOnce();
    expect(Array.from(out)).toEqual([0.5, -0.5]);
    expect(kernels.summarize(values).mean).toBe(0.5);
    expect(kernels.name).toBe('mine');
  });

  it('is what an estimator then calls', () => {
    const standardize = vi.fn(jsKernels.standardize);
    calculateGrpoAdvantages([[1, 0]], { kernels: withFallback({ standardize }) });
    expect(standardize).toHaveBeenCalledOnce();
  });

  it('names itself after its base', () => {
    expect(withFallback({}).name).toBe('custom+js');
    expect(withFallback({}, withFallback({ name: 'mine' })).name).toBe('custom+mine');
  });

  it('takes undefined for a call that is not given', () => {
    const kernels = withFallback({ center: undefined } as unknown as Partial<Kernels>);
    expect(kernels.center).toBeTypeOf('function');
  });

  it('takes methods of a class, with their this and their state', () => {
    class Counting implements Pick<Kernels, 'summarize'> {
      #calls = 0;
      readonly note = 'not a call';
      summarize(...args: Parameters<Kernels['summarize']>) {
        this.#calls++;
        return { ...jsKernels.summarize(...args), count: this.#calls };
      }
    }
    const kernels = withFallback(new Counting());
    kernels.summarize(values);
    expect(kernels.summarize(values).count).toBe(2);
    const on = withFallback({ name: 'on' }, kernels);
    expect(on.summarize(values).count).toBe(3);
  });

  it('takes a class for a base too', () => {
    class Base {
      readonly name = 'base';
      readonly #inner = jsKernels;
      summarize = (...args: Parameters<Kernels['summarize']>) => this.#inner.summarize(...args);
      segmentSummaries(...args: Parameters<Kernels['segmentSummaries']>) {
        return this.#inner.segmentSummaries(...args);
      }
      center(...args: Parameters<Kernels['center']>) {
        this.#inner.center(...args);
      }
      standardize(...args: Parameters<Kernels['standardize']>) {
        this.#inner.standardize(...args);
      }
      leaveOneOut(...args: Parameters<Kernels['leaveOneOut']>) {
        this.#inner.leaveOneOut(...args);
      }
    }
    const kernels = withFallback({}, new Base());
    const out = new Float64Array(2);
    kernels.leaveOneOut(values, offsets, { singleton: 'raw' }, out);
    expect(Array.from(out)).toEqual([1, -1]);
    expect(kernels.name).toBe('custom+base');
  });

  it.each([
    [{ centre: () => {} }, 'kernels have no call "centre"; they have summarize, segmentSummaries,'],
    [{ center: 5 }, 'kernels.center must be a function, got 5'],
    [{ center: null }, 'kernels.center must be a function, got null'],
    [JSON.parse('{"center":"fast"}'), 'kernels.center must be a function, got "fast"'],
  ])('refuses calls that are none: %s', (partial, message) => {
    expect(() => withFallback(partial as never)).toThrow(
      expect.objectContaining({
        code: 'invalid-kernels',
        message: expect.stringContaining(message),
      }),
    );
  });

  it.each([
    [undefined, 'kernels must be an object of kernel calls, got undefined'],
    ['wasm-simd', 'kernels must be an object of kernel calls, got "wasm-simd"'],
    [{ name: 7 }, 'kernels.name must be a string, got 7'],
  ])('refuses %s', (partial, message) => {
    expect(() => withFallback(partial as never)).toThrow(message);
  });

  it('refuses a base that lacks a call', () => {
    const { center: _, ...base } = jsKernels;
    expect(() => withFallback({}, base as Kernels)).toThrow(
      'kernels.center must be a function, got undefined',
    );
  });
});
