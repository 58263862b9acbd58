import { UpperhandError } from '../errors/upperhand-error.ts';
import { BatchCursor, type LoaderOptions } from './batch-cursor.ts';
import type { Dataset } from './dataset.ts';
import type { LoaderState, TaskLoader } from './task-loader.ts';
import { asDataset, lengthOf } from './to-dataset.ts';

/**
 * Hands out tasks in batches, in an order that depends on seed and epoch alone: the one that rLLM has. Each iteration
 * is one epoch, or what is left of it. The place moves on when a batch is handed out, so that a state taken while a
 * batch is in work names the one after it; a run that is resumed from it sees every task of the epoch once.
 *
 * Source: rLLM's `StatefulTaskDataLoader`. Other than there, sizes that form no batch are refused, and a state that
 * stands behind the last batch of an epoch begins the next one.
 *
 * @throws UpperhandError `invalid-argument` for options and states of the wrong kind, a dataset without tasks, and a
 *   batch size above the number of tasks unless the last batch is kept; `loader-busy` for a second iteration while
 *   one is going on, and for a state that is set meanwhile.
 * @example
 * const loader = new StatefulTaskDataLoader(['a', 'b', 'c', 'd', 'e'], { batchSize: 2 });
 * const batches = [];
 * for await (const batch of loader) batches.push(batch);
 * batches;           // [['c', 'b'], ['a', 'e']]
 * loader.getState(); // { epoch: 1, cursor: 0, seed: 0 }
 */
export class StatefulTaskDataLoader<Task> implements TaskLoader<Task> {
  readonly #dataset: Dataset<Task>;
  readonly #cursor: BatchCursor;
  #busy = false;

  constructor(dataset: readonly Task[] | Dataset<Task>, options: LoaderOptions) {
    this.#dataset = asDataset(dataset);
    this.#cursor = new BatchCursor(() => lengthOf(this.#dataset), options);
  }

  /** Batches of an epoch. */
  get length(): number {
    return this.#cursor.length;
  }

  /** From 0. */
  get epoch(): number {
    return this.#cursor.state.epoch;
  }

  getState(): LoaderState {
    return this.#cursor.state;
  }

  /** Goes to another place; what is left out stays. */
  setState(state: Partial<LoaderState>): void {
    this.#refuseWhileBusy('its state cannot be set');
    this.#cursor.restore(state);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Task[], void, undefined> {
    this.#refuseWhileBusy('a second iteration cannot begin');
    this.#busy = true;
    try {
      for (let next = this.#cursor.peek(); next; next = this.#cursor.peek()) {
        const tasks = await Promise.all(Array.from(next, async (i) => this.#dataset.get(i)));
        // Only now: a task that could not be had is asked for again.
        this.#cursor.advance();
        yield tasks;
      }
      this.#cursor.endEpoch();
    } finally {
      this.#busy = false;
    }
  }

  #refuseWhileBusy(what: string): void {
    if (!this.#busy) return;
    throw new UpperhandError(
      'loader-busy',
      `the loader is being iterated; ${what} before that ends`,
    );
  }
}
