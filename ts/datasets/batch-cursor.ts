import { checkOptions, type OptionNames } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import { checkBoolean, checkCount } from '../types/check.ts';
import type { LoaderState } from './task-loader.ts';
import { taskOrder } from './task-order.ts';

export interface LoaderOptions {
  /** Tasks of a batch, from 1. */
  readonly batchSize: number;
  /** Whether each epoch has an order of its own. Default true. */
  readonly shuffle?: boolean;
  /** Of the orders: any whole number from −(2^53 − 1) to 2^53 − 1. Default 0. */
  readonly seed?: number;
  /** Whether the tasks that are left over at the end of an epoch, too few for a batch, are left out. Default true. */
  readonly dropLast?: boolean;
}

const optionNames: OptionNames<LoaderOptions> = {
  batchSize: true,
  shuffle: true,
  seed: true,
  dropLast: true,
};

const stateNames: OptionNames<LoaderState> = { epoch: true, cursor: true, seed: true };

/** Which tasks come next, as indices: the place of a loader in epochs of `count()` tasks. */
export class BatchCursor {
  readonly #count: () => number;
  readonly #batchSize: number;
  readonly #shuffle: boolean;
  readonly #dropLast: boolean;
  #seed: number;
  #epoch = 0;
  #cursor = 0;
  /** Of the epoch in work; null when it has to be made. */
  #order: Uint32Array | null = null;

  constructor(count: () => number, options: LoaderOptions) {
    checkOptions(options, optionNames);
    const { batchSize, shuffle = true, seed = 0, dropLast = true } = options;
    if (!Number.isSafeInteger(batchSize) || batchSize < 1)
      refuse('batchSize', 'a whole number above 0', batchSize);
    checkBoolean('shuffle', shuffle);
    checkBoolean('dropLast', dropLast);
    checkSeed(seed);
    this.#count = count;
    this.#batchSize = batchSize;
    this.#shuffle = shuffle;
    this.#dropLast = dropLast;
    this.#seed = seed;
    this.#checkThatBatchesForm();
  }

  /** Batches of an epoch. */
  get length(): number {
    const batches = this.#count() / this.#batchSize;
    return this.#dropLast ? Math.floor(batches) : Math.ceil(batches);
  }

  get state(): LoaderState {
    return { epoch: this.#epoch, cursor: this.#cursor, seed: this.#seed };
  }

  /** Indices of the next batch; null at the end of the epoch. The same again until `advance` is called. */
  peek(): Uint32Array | null {
    const order = this.#orderNow();
    const end = this.#cursor + this.#batchSize;
    if (this.#cursor >= order.length || (this.#dropLast && end > order.length)) return null;
    return order.subarray(this.#cursor, end);
  }

  /** The batch was handed out. A last one that is short moves the place as if it were whole, as in rLLM. */
  advance(): void {
    this.#cursor += this.#batchSize;
  }

  endEpoch(): void {
    this.#epoch++;
    this.#cursor = 0;
    this.#order = null;
  }

  /** A place behind the last batch of an epoch becomes the beginning of the next one. */
  restore(state: Partial<LoaderState>): void {
    checkOptions(state, stateNames);
    const { epoch = this.#epoch, cursor = this.#cursor, seed = this.#seed } = state;
    checkCount('epoch', epoch);
    checkCount('cursor', cursor);
    checkSeed(seed);
    this.#checkThatBatchesForm();
    const end = Math.max(this.#count(), this.length * this.#batchSize);
    if (cursor > end) {
      const expected = `at most ${end}, where the epoch ends (is this the state of another dataset?)`;
      refuse('cursor', expected, cursor);
    }
    this.#epoch = epoch;
    this.#cursor = cursor;
    this.#seed = seed;
    this.#order = null;
    if (cursor > 0 && this.peek() === null) this.endEpoch();
  }

  #orderNow(): Uint32Array {
    if (this.#order) return this.#order;
    this.#checkThatBatchesForm();
    const count = this.#count();
    this.#order = this.#shuffle
      ? taskOrder(count, this.#seed, this.#epoch)
      : Uint32Array.from({ length: count }, (_, i) => i);
    return this.#order;
  }

  /** An epoch without a batch would pass unseen, and a run of such epochs would end without training. */
  #checkThatBatchesForm(): void {
    if (this.length > 0) return;
    const count = this.#count();
    if (count === 0) refuse('the dataset', 'of at least one task', []);
    refuse(
      'batchSize',
      `at most ${count}, the number of tasks, or no batch can be formed`,
      this.#batchSize,
    );
  }
}

function checkSeed(seed: unknown): void {
  if (!Number.isSafeInteger(seed)) refuse('seed', 'a whole number of at most 2^53 - 1', seed);
}
