import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../ts/workflow/settle.ts';
import { never, rejectionOf } from './engines.ts';
import { defer } from './model/fake-engine.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('settle', () => {
  it('gives the value, and leaves the signal alone', async () => {
    const controller = new AbortController();
    expect(await settle(async () => 7, 1, controller)).toEqual({ kind: 'value', value: 7 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(controller.signal.aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    [
      'at once',
      () => {
        throw new Error('x');
      },
    ],
    [
      'later',
      async () => {
        await null;
        throw new Error('x');
      },
    ],
  ])('gives what is thrown %s, and aborts the signal with it', async (_, work) => {
    const controller = new AbortController();
    const outcome = await settle(work, 1, controller);
    expect(outcome).toEqual({ kind: 'error', error: new Error('x') });
    expect(controller.signal.reason).toEqual(new Error('x'));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives up at the limit, and aborts the signal', async () => {
    const controller = new AbortController();
    const outcome = settle(never, 1.5, controller);
    await vi.advanceTimersByTimeAsync(1499);
    expect(controller.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toEqual({ kind: 'timeout' });
    expect(controller.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('is a timeout also when the work heeds the signal', async () => {
    const controller = new AbortController();
    const heeding = () =>
      new Promise<never>((_, reject) => {
        controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
      });
    const outcome = settle(heeding, 1, controller);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toEqual({ kind: 'timeout' });
  });

  it('takes limits beyond what a timer can hold', async () => {
    const controller = new AbortController();
    const slow = defer<number>();
    for (const seconds of [Number.POSITIVE_INFINITY, 1e12]) {
      const outcome = settle(() => slow.promise, seconds, controller);
      await vi.advanceTimersByTimeAsync(1e9);
      slow.resolve(7);
      expect(await outcome).toEqual({ kind: 'value', value: 7 });
    }
  });

  it('throws the reason when somebody else aborts, and drops what comes later', async () => {
    const controller = new AbortController();
    const work = defer<number>();
    const outcome = settle(() => work.promise, 1, controller);
    controller.abort('stopped');
    expect(await rejectionOf(outcome)).toBe('stopped');
    work.reject(new Error('late'));
    expect(vi.getTimerCount()).toBe(0);
    expect(await rejectionOf(settle(async () => 7, 1, controller))).toBe('stopped');
  });
});
