import type { TrackedStep, Tracker } from '../../tracking/tracker.ts';

/** Counts how often trackers were given something of the latest step. */
export class CountedTracker implements Tracker {
  readonly #tracker: Tracker;
  #step = 0;
  #logs = 0;

  constructor(tracker: Tracker) {
    this.#tracker = tracker;
  }

  /** Of that step; 0 when nothing was. */
  logsOf(step: number): number {
    return step === this.#step ? this.#logs : 0;
  }

  async log(metrics: Readonly<Record<string, number>>, step: TrackedStep): Promise<void> {
    await this.#tracker.log(metrics, step);
    this.#logs = this.logsOf(step.step) + 1;
    this.#step = step.step;
  }

  async loggedBefore(step: number): Promise<number | null> {
    return (await this.#tracker.loggedBefore?.(step)) ?? null;
  }

  async resumeFrom(step: number, logs?: number): Promise<void> {
    this.#step = step;
    this.#logs = logs ?? 0;
    await this.#tracker.resumeFrom?.(step, logs);
  }
}
