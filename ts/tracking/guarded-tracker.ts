import type { OnWarning } from '../errors/warning.ts';
import type { TrackedStep, Tracker } from './tracker.ts';

/**
 * A tracker that never throws and never keeps anybody waiting for long. The first failure is a warning; others are
 * counted. One that has not answered in time is left out until it has.
 */
export class GuardedTracker {
  readonly name: string;
  /** Steps that the tracker did not take. */
  lost = 0;
  readonly #tracker: Tracker;
  readonly #seconds: number;
  readonly #onWarning: OnWarning;
  /** Calls are made one after the other, also when they are not waited for. */
  #last: Promise<unknown> = Promise.resolve();
  #isOverdue = false;
  #hasWarned = false;

  /** @param seconds - that a call may take */
  constructor(name: string, tracker: Tracker, seconds: number, onWarning: OnWarning) {
    this.name = name;
    this.#tracker = tracker;
    this.#seconds = seconds;
    this.#onWarning = onWarning;
  }

  async log(metrics: Readonly<Record<string, number>>, step: TrackedStep): Promise<void> {
    // Copies: what one tracker does to them is nothing to the others.
    const call = () => this.#tracker.log({ ...metrics }, { ...step });
    if (!(await this.#queue(`logging step ${step.step}`, call))) this.lost++;
  }

  async resumeFrom(step: number): Promise<void> {
    await this.#queue(`going on from step ${step}`, () => this.#tracker.resumeFrom?.(step));
  }

  async finish(): Promise<void> {
    await this.#queue('finishing', () => this.#tracker.finish?.());
  }

  /** Whether the call was made, and succeeded in time. */
  #queue(what: string, call: () => unknown): Promise<boolean> {
    const done = this.#last.then(() => this.#attempt(what, call));
    this.#last = done;
    return done;
  }

  async #attempt(what: string, call: () => unknown): Promise<boolean> {
    if (this.#isOverdue) return false;
    const work = (async () => call())();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = new Promise<'overdue'>((resolve) => {
      timer = setTimeout(resolve, this.#seconds * 1000, 'overdue');
    });
    try {
      if ((await Promise.race([work, limit])) !== 'overdue') return true;
      this.#isOverdue = true;
      const settled = (): void => {
        this.#isOverdue = false;
      };
      work.then(settled, settled);
      this.#warn(`${what} took longer than ${this.#seconds} s, and it is left out until that ends`);
    } catch (error) {
      this.#warn(`${what} failed: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      clearTimeout(timer);
    }
    return false;
  }

  #warn(problem: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#onWarning({
      kind: 'tracker-failed',
      message: `the tracker "${this.name}": ${problem}. Training goes on; what else it does not take is only counted`,
      places: [this.name],
    });
  }
}
