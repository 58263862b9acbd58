const TURN_MS = 10;
/** A turn in which the process worked no longer than this was idle. */
const IDLE_MICROSECONDS = 1000;
const MOST_TURNS = 50;

/**
 * Waits until V8's threads have compiled what they were compiling. A thread that needs a collection of garbage for it asks
 * the main thread, and Node, once it has nothing left to do, waits for the threads without hearing them: for ever
 * (nodejs/node#54918, of 60 runs that ended while much was compiled 9 stood still).
 *
 * @param used - microseconds of processor time that the process has used
 */
export async function untilIdle(used: () => number = () => process.cpuUsage().user): Promise<void> {
  let before = used();
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
    const now = used();
    if (now - before < IDLE_MICROSECONDS) return;
    before = now;
  }
}
