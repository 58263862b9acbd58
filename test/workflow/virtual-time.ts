import { onTestFinished, vi } from 'vitest';

/**
 * Timers that fire when they are told to, tens of thousands of them (those of the test runner search all for every one).
 * Until the test ends.
 */
export function virtualTime(): { run(until: Promise<unknown>): Promise<void> } {
  /** Callbacks by the moment that they are due and by their id. */
  const due = new Map<number, Map<number, () => void>>();
  const moments: number[] = [];
  let now = 0;
  let ids = 0;
  vi.stubGlobal('setTimeout', (callback: () => void, ms = 0) => {
    const moment = now + ms;
    const id = ++ids;
    const others = due.get(moment) ?? new Map();
    due.set(moment, others.set(id, callback));
    moments[id] = moment;
    return id;
  });
  vi.stubGlobal('clearTimeout', (id: number) => due.get(moments[id] as number)?.delete(id));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return {
    /** Lets time go on until the promise is settled, or nothing waits any more. */
    async run(until) {
      let isSettled = false;
      const settle = () => {
        isSettled = true;
      };
      until.then(settle, settle);
      for (;;) {
        // Gives way to all that waits for promises only.
        await new Promise((resolve) => setImmediate(resolve));
        if (isSettled || due.size === 0) return;
        now = Math.min(...due.keys());
        const callbacks = due.get(now)?.values() ?? [];
        due.delete(now);
        for (const callback of callbacks) callback();
      }
    },
  };
}
