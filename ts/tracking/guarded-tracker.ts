import { messageOf } from '../errors/message-of.ts';
import type { OnWarning } from '../errors/warning.ts';
import { settle } from '../workflow/settle.ts';
import type { TrackedStep, Tracker } from './tracker.ts';
import { WorkQueue } from './work-queue.ts';

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
  readonly #calls = new WorkQueue();
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
    // Copies, made now: what others do to them later, trackers too, is nothing to this one.
    const [ownMetrics, ownStep] = [{ ...metrics }, { ...step }];
    const call = () => this.#tracker.log(ownMetrics, ownStep);
    if (!(await this.#queue(`logging step ${step.step}`, call))) this.lost++;
  }

  async loggedBefore(step: number): Promise<number | null> {
    let count: number | null = null;
    await this.#queue(`looking for step ${step}`, async () => {
      count = (await this.#tracker.loggedBefore?.(step)) ?? null;
    });
    return count;
  }

  async resumeFrom(step: number, logs?: number): Promise<void> {
    await this.#queue(`going on from step ${step}`, () => this.#tracker.resumeFrom?.(step, logs));
  }

  async finish(): Promise<void> {
    await this.#queue('finishing', () => this.#tracker.finish?.());
  }

  /** Whether the call was made, and succeeded in time. */
  #queue(what: string, call: () => unknown): Promise<boolean> {
    return this.#calls.run(() => this.#attempt(what, call));
  }

  async #attempt(what: string, call: () => unknown): Promise<boolean> {
    if (this.#isOverdue) return false;
    const work = (async () => call())();
    const outcome = await settle(() => work, this.#seconds, new AbortController());
    if (outcome.kind === 'value') return true;
    if (outcome.kind === 'error') {
      this.#warn(`${what} failed: ${messageOf(outcome.error)}`);
      return false;
    }
    this.#isOverdue = true;
    const settled = (): void => {
      this.#isOverdue = false;
    };
    work.then(settled, settled);
    this.#warn(`${what} took longer than ${this.#seconds} s, and it is left out until that ends`);
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
