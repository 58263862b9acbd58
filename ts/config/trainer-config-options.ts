import type { OnWarning } from '../errors/warning.ts';
import type { EstimatorMapInit } from './estimator-map.ts';

/** Options of every function that makes or reads the config of a run. */
export interface TrainerConfigOptions {
  /** Another estimator, or `[estimator, loss]`, for single roles. */
  readonly estimatorMap?: EstimatorMapInit;
  /** Top-level sections that the backend reads, which are then not reported as ignored. */
  readonly backendSections?: readonly string[];
  /** Gets deprecations and ignored keys. Default: the first of each kind is printed. */
  readonly onWarning?: OnWarning;
}
