import type { LakeSnapshot } from './lake-snapshot.ts';

/** What makes a run: the same gives the same numbers, here and in Node. */
export interface LakeRunSettings {
  readonly seed: number;
  readonly updates: number;
  /** Tasks of an update, each played 16 times; null: those of the example. */
  readonly tasks: number | null;
  /** Updates of the warm-up; null: those of the example. */
  readonly warmUpSteps: number | null;
}

/** From the page to the worker. */
export type ToWorker =
  | { readonly type: 'start'; readonly settings: LakeRunSettings }
  /** Training stands after the update in work, until it is resumed. */
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  /** An update begins so long after the one before, at the earliest. */
  | { readonly type: 'pace'; readonly milliseconds: number };

/** From the worker to the page. */
export type FromWorker =
  | { readonly type: 'warm-up'; readonly step: number; readonly steps: number }
  /** Before the first update, and after each. */
  | { readonly type: 'snapshot'; readonly snapshot: LakeSnapshot }
  /** Training stands still from here on. */
  | { readonly type: 'paused' }
  | { readonly type: 'warning'; readonly message: string }
  | { readonly type: 'done'; readonly parametersHash: string }
  | { readonly type: 'failed'; readonly message: string };
