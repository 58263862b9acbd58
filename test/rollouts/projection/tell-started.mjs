/** Tells whoever waits for it that a thread is there. */
export function tellStarted() {
  const channel = new BroadcastChannel('line-worker');
  channel.postMessage('started');
  channel.close();
}
