import { expect, it, vi } from 'vitest';
import { Gate } from '../../ts/web/gate.ts';

const settled = async (promise: Promise<void>): Promise<boolean> => {
  let isSettled = false;
  void promise.then(() => {
    isSettled = true;
  });
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  return isSettled;
};

it('is open at first', async () => {
  const onWait = vi.fn();
  expect(await settled(new Gate(onWait).pass())).toBe(true);
  expect(onWait).not.toHaveBeenCalled();
});

it('holds who comes while it is closed, and says so', async () => {
  const onWait = vi.fn();
  const gate = new Gate(onWait);
  gate.close();
  const passed = gate.pass();
  expect(await settled(passed)).toBe(false);
  expect(onWait).toHaveBeenCalledTimes(1);
  gate.open();
  await passed;
  expect(await settled(gate.pass())).toBe(true);
});

it('holds who was let through and did not get away before it closed again', async () => {
  const onWait = vi.fn();
  const gate = new Gate(onWait);
  gate.close();
  const passed = gate.pass();
  gate.open();
  gate.close();
  expect(await settled(passed)).toBe(false);
  expect(onWait).toHaveBeenCalledTimes(2);
  gate.open();
  await passed;
});

it('lets one through in every so many milliseconds', async () => {
  vi.useFakeTimers();
  try {
    const gate = new Gate(() => {});
    gate.pace = 1000;
    await gate.pass();
    const second = gate.pass();
    await vi.advanceTimersByTimeAsync(990);
    expect(await settled(second)).toBe(false);
    await vi.advanceTimersByTimeAsync(20);
    expect(await settled(second)).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
