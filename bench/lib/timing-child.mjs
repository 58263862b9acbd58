import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * A process that keeps the rewards in memory and times calls on itself, so that another language can take part in the
 * rounds. A line of words goes in, the last of them a file if results are wanted; a line with nanoseconds comes back.
 */
export class TimingChild {
  #child;
  #command;
  #lines;
  #file;

  /** @param folder - where results are handed over */
  constructor(command, args, folder) {
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#command = command;
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#file = join(folder, `results-${this.#child.pid}.f64`);
  }

  /** Takes part in the rounds with the call that these words name. */
  contender(name, words, exact = true) {
    const run = () => this.#time(words);
    const results = async () => (await this.call(words)).results;
    return { name, pid: this.#child.pid, run, results, exact };
  }

  /** One call: its nanoseconds, and its results. */
  async call(words) {
    const ns = await this.#time([...words, this.#file]);
    const { buffer, byteOffset, length } = readFileSync(this.#file);
    return { ns, results: new Float64Array(buffer, byteOffset, length / 8) };
  }

  /** A line that it says without being asked. */
  async line() {
    const { value } = await this.#lines.next();
    if (value === undefined) throw new Error(`${this.#command}: ended too early`);
    return value;
  }

  end() {
    this.#child.stdin.end();
  }

  async #time(words) {
    this.#child.stdin.write(`${words.join(' ')}\n`);
    const ns = Number(await this.line());
    if (!(ns > 0)) throw new Error(`${this.#command}: no time for "${words.join(' ')}"`);
    return ns;
  }
}
