/**
 * Tasks to train on. An array is one. Anything else that knows its length and can be asked for its tasks in any
 * order is one too: the loader draws them shuffled.
 */
export interface Dataset<Task> {
  readonly length: number;
  /** The task at an index from 0 to length − 1. */
  get(index: number): Task | Promise<Task>;
}

/** What the trainer takes for a dataset: an array, a {@link Dataset}, the path of a JSONL file, or an async iterable with a length. */
export type DatasetInput<Task> =
  | readonly Task[]
  | Dataset<Task>
  | string
  | URL
  | (AsyncIterable<Task> & { readonly length: number });
