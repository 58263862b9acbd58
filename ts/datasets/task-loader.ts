/** Where a loader stands, for a checkpoint. */
export interface LoaderState {
  readonly epoch: number;
  /** Tasks of this epoch that were handed out; a last batch that is short counts as a whole one. */
  readonly cursor: number;
  readonly seed: number;
}

/**
 * Hands out a dataset in batches, an epoch for each iteration. Breaking out of one keeps the place; the next
 * iteration goes on from there.
 */
export interface TaskLoader<Task> extends AsyncIterable<readonly Task[]> {
  /** Batches of an epoch. */
  readonly length: number;
  readonly epoch: number;
  getState(): LoaderState;
  setState(state: Partial<LoaderState>): void;
}
