/**
 * Ends this turn of the event loop: what waits has its turn before. Timers would wait longer, one millisecond in Node and
 * four in pages, and a second in pages that nobody looks at.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof globalThis.setImmediate === 'function') {
      setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
