import { refuse } from '../errors/refuse.ts';
import { TrainingError } from './training-error.ts';

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

/** The batches, so that an error of the loader is told from one of whoever works on its batches. */
export async function* nameErrors(
  where: string,
  state: { readonly globalStep: number },
  loader: BatchSource,
): AsyncGenerator<readonly unknown[], void, undefined> {
  try {
    for await (const batch of loader) {
      if (!Array.isArray(batch)) refuse('a batch', 'an array of tasks', batch);
      yield batch;
    }
  } catch (error) {
    throw new TrainingError(where, state.globalStep, error);
  }
}
