import type { TrackedStep, Tracker } from './tracker.ts';

/** A line for each step: `step:3 - reward/solver/mean:0.5 - …`, with all metrics that are numbers, in their order. */
export class ConsoleTracker implements Tracker {
  readonly name = 'console';
  readonly #print: (line: string) => void;

  /** @param print - default `console.log` */
  constructor(print: (line: string) => void = (line) => console.log(line)) {
    this.#print = print;
  }

  log(metrics: Readonly<Record<string, number>>, { step }: TrackedStep): void {
    const numbers = Object.entries(metrics)
      .filter(([, value]) => typeof value === 'number')
      .map(([key, value]) => `${key}:${Object.is(value, -0) ? '-0' : value}`);
    this.#print([`step:${step}`, ...numbers].join(' - '));
  }
}
