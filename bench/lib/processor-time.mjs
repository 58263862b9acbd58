import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Only Linux says it of other processes, in nanoseconds. */
const known = existsSync('/proc/self/schedstat');

/**
 * How much processor time contenders take, each with a process of its own or with this one: other than time by the clock
 * it leaves out for how long a busy machine lets them wait.
 */
export class ProcessorTimes {
  #times = new Map();

  /** @param contender - with the `pid` of its process; without one it runs in this one */
  watch({ pid, ...contender }) {
    const times = [];
    this.#times.set(contender.name, times);
    const run = async () => {
      const before = processorTime(pid);
      const ns = await contender.run();
      times.push(processorTime(pid) - before);
      return ns;
    };
    return { ...contender, run };
  }

  /** Nanoseconds of the last so many rounds by the contenders' names; null where they are not known. */
  of(rounds) {
    if (!known) return null;
    return new Map([...this.#times].map(([name, times]) => [name, times.slice(-rounds)]));
  }
}

/** Nanoseconds of all threads that there are. */
function processorTime(pid) {
  if (pid === undefined) {
    const { user, system } = process.cpuUsage();
    return (user + system) * 1000;
  }
  if (!known) return 0;
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + ofThread(pid, thread), 0);
}

function ofThread(pid, thread) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    // It ended since it was listed.
    return 0;
  }
}
