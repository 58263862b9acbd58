/** Batches of tasks: a loader, or what a backend of the older layout brings. */
export type BatchSource =
  | (AsyncIterable<readonly unknown[]> & LoaderPlace)
  | (Iterable<readonly unknown[]> & LoaderPlace);

interface LoaderPlace {
  /** Batches of an epoch. Left out: not known. */
  readonly length?: number;
  /** The epoch that the next iteration is, from 0. Default 0. */
  readonly epoch?: number;
}
