import type { SamplingParams } from '../types/sampling-params.ts';
import type { RolloutEngine } from './rollout-engine.ts';
import type { Store } from './store.ts';
import type { KnownWorkflowArgs } from './workflow-args.ts';

/** What all attempts of an engine share. */
export interface AttemptSettings {
  readonly rolloutEngine: RolloutEngine;
  readonly store: Store;
  readonly rollout: { readonly train?: SamplingParams; readonly val?: SamplingParams };
  readonly known: KnownWorkflowArgs;
  /** Called with what a promise was rejected with that code of a rollout left behind. */
  onLeak(uid: string, reason: unknown): void;
}
