import type { Episode } from '../types/episode.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';

/** What belongs to the metrics of one step. */
export interface TrackedStep {
  /** The step's number, from 1; validation before training has 0. */
  readonly step: number;
  readonly episodes: readonly Episode[];
  readonly groups: readonly TrajectoryGroup[];
}

/** Where the metrics of a run go: any object with these two members is one. */
export interface Tracker {
  /** For messages about it. */
  readonly name?: string;
  /** Gets the metrics of a step. What it throws never stops training. */
  log(metrics: Readonly<Record<string, number>>, step: TrackedStep): void | Promise<void>;
  /**
   * How many calls of `log` of that step it has of runs before: a run that is over validates no more where its last
   * validation is there. Null, or left out: it does not know.
   */
  loggedBefore?(step: number): number | null | Promise<number | null>;
  /**
   * Called once, before the first step: the run goes on from that one; 0 when it starts anew.
   *
   * @param logs - how many calls of `log` of that step there were before it; further ones were made since, and are made
   *   again. Left out: not known
   */
  resumeFrom?(step: number, logs?: number): void | Promise<void>;
  /** Called once, at the end. */
  finish?(): void | Promise<void>;
}
