import { checkOptions } from '../../errors/check-options.ts';
import { checkCount } from '../../types/check.ts';
import { groupRole, type TrajectoryGroup } from '../../types/trajectory-group.ts';
import { checkPath } from '../check-path.ts';
import type { TrackedStep, Tracker } from '../tracker.ts';
import {
  histogramValue,
  scalarValue,
  sessionStartEvent,
  summaryEvent,
  textValue,
} from './event.ts';
import { EventFile } from './event-file.ts';
import { histogramOf } from './histogram.ts';
import { sampleText } from './sample-text.ts';

export interface TensorBoardOptions {
  /** Rollouts of each step that are written as text. Default 3. */
  readonly samples?: number;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * Writes files for TensorBoard (`tensorboard --logdir FOLDER`): each metric as a scalar, which is a 32-bit float there;
 * the rewards and the advantages of each role as histograms, `reward/{role}/histogram` with one value a trajectory and
 * `advantage/{role}/histogram` with one a step, or one a token where a step has a list; and some rollouts of the step,
 * evenly spaced, as text. What is not finite has no place in a histogram: it is counted, as `…/histogram_non_finite`.
 *
 * The files of a run are readable after every step. A resumed run begins another file, and TensorBoard forgets the steps
 * after the one that it goes on from.
 *
 * @example
 * const tracker = new TensorBoardTracker('runs/first/tensorboard');
 * await tracker.log({ 'reward/solver/mean': 0.5 }, { step: 1, episodes: [], groups: [] });
 * await tracker.finish();
 */
export class TensorBoardTracker implements Tracker {
  readonly name = 'tensorboard';
  readonly #file: EventFile;
  readonly #samples: number;

  constructor(folder: string, options: TensorBoardOptions = {}) {
    checkOptions(options, { samples: true, now: true });
    const { samples = 3, now = Date.now } = options;
    checkPath('folder', folder);
    checkCount('samples', samples);
    this.#file = new EventFile(folder, () => now() / 1000);
    this.#samples = samples;
  }

  async log(metrics: Readonly<Record<string, number>>, tracked: TrackedStep): Promise<void> {
    checkCount('step', tracked.step);
    const values = [
      ...Object.entries(metrics)
        .filter(([, value]) => typeof value === 'number')
        .map(([tag, value]) => scalarValue(tag, value)),
      ...byRole(tracked.groups).flatMap(([tag, numbers]) => histogramValues(tag, numbers)),
      ...evenly(tracked.episodes, this.#samples).map((episode, i) =>
        textValue(`rollouts/${i + 1}`, sampleText(episode)),
      ),
    ];
    await this.#file.append((seconds) => summaryEvent(seconds, tracked.step, values));
  }

  async resumeFrom(step: number): Promise<void> {
    checkCount('step', step);
    const next = step === 0 ? 0 : step + 1;
    await this.#file.append((seconds) => sessionStartEvent(seconds, next));
  }

  async finish(): Promise<void> {
    await this.#file.sync();
  }
}

/** Rewards and advantages by the tag of their histogram. */
function byRole(groups: readonly TrajectoryGroup[]): [tag: string, numbers: number[]][] {
  const pools = new Map<string, number[]>();
  const add = (tag: string, numbers: readonly number[]): void => {
    const pool = pools.get(tag);
    if (pool) for (const number of numbers) pool.push(number);
    else pools.set(tag, [...numbers]);
  };
  for (const group of groups) {
    const role = groupRole(group);
    for (const { reward, steps } of group.trajectories) {
      if (reward !== null) add(`reward/${role}/histogram`, [reward]);
      for (const { advantage } of steps) {
        if (advantage !== null) add(`advantage/${role}/histogram`, [advantage].flat());
      }
    }
  }
  return [...pools];
}

function histogramValues(tag: string, numbers: readonly number[]): Uint8Array[] {
  const finite = numbers.filter(Number.isFinite);
  const histogram = histogramOf(finite);
  const values = histogram ? [histogramValue(tag, histogram)] : [];
  const others = numbers.length - finite.length;
  if (others > 0) values.push(scalarValue(`${tag}_non_finite`, others));
  return values;
}

function evenly<T>(values: readonly T[], most: number): T[] {
  const count = Math.min(most, values.length);
  return Array.from(
    { length: count },
    (_, i) => values[Math.floor((i * values.length) / count)] as T,
  );
}
