// Where games start: everywhere at first, then above all where the policy still fails.

import type { Dataset, Store } from 'upperhand/trainer';
import { cellName, STARTS } from './lake.ts';
import type { LakeTask } from './play.ts';
import { drawIndex, randomNumbers } from './random.ts';

const KEY = 'success by start';
/** How much a new batch counts in the average of a start, … */
const NEW = 0.3;
/** … and what a start that always succeeds keeps of the chance of one that never does. */
const LEAST = 0.05;

/**
 * Draws each game's start when it is asked for, with a chance that falls with the success from there. The averages are
 * in the store of the run, so that its checkpoints have them.
 */
export class HardStarts implements Dataset<LakeTask> {
  readonly length: number;
  readonly #store: Store;
  readonly #seed: number;

  constructor(length: number, store: Store, seed: number) {
    this.length = length;
    this.#store = store;
    this.#seed = seed;
  }

  async get(index: number): Promise<LakeTask> {
    const success = await this.#success();
    const weights = success.map((average) => Math.max(LEAST, 1 - average));
    const drawn = drawIndex(weights, randomNumbers(this.#seed, index)());
    return { id: `game-${index}`, start: STARTS[drawn] as number };
  }

  /** @param metrics - of a step, with the share of games from each start that was won */
  async learn(metrics: Readonly<Record<string, number>>): Promise<void> {
    const success = await this.#success();
    const learned = success.map((average, i) => {
      const now = metrics[`batch/success_${cellName(STARTS[i] as number)}`];
      return now === undefined ? average : (1 - NEW) * average + NEW * now;
    });
    await this.#store.set(KEY, learned);
  }

  async #success(): Promise<number[]> {
    return (await this.#store.get<number[]>(KEY)) ?? STARTS.map(() => 0);
  }
}
