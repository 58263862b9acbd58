/** Stable codes, for programs that decide on an error's kind; messages are for people and may change. */
export type ErrorCode =
  | 'invalid-argument'
  | 'invalid-config'
  | 'unknown-estimator'
  | 'duplicate-estimator'
  | 'invalid-estimator-result'
  | 'estimator-failed'
  | 'unknown-loss'
  | 'duplicate-loss'
  | 'invalid-loss-result'
  | 'loss-failed'
  | 'missing-reward'
  | 'empty-group'
  | 'invalid-advantage'
  | 'duplicate-uid'
  | 'invalid-trajectory-name'
  | 'mixed-rewards'
  | 'uneven-steps'
  | 'not-implemented'
  | 'invalid-kernels'
  | 'invalid-model-output'
  | 'rollout-file'
  | 'dataset-file'
  | 'loader-busy'
  | 'no-file-system'
  | 'episode-log'
  | 'training-failed'
  | 'invalid-checkpoint'
  | 'checkpoint-mismatch'
  | 'invalid-state'
  | 'rollout-failed'
  | 'engine-closed'
  | 'policy-failed';

/**
 * Every error that upperhand throws on purpose. The message names what was wrong, where, what was expected and
 * what came; nothing was changed before it was thrown.
 *
 * @example
 * let hint = '';
 * try {
 *   getAdvEstimator('grop');
 * } catch (error) {
 *   if (error instanceof UpperhandError && error.code === 'unknown-estimator') hint = error.message;
 * }
 * hint.includes('Did you mean "grpo"?'); // true
 */
export class UpperhandError extends Error {
  override readonly name: string = 'UpperhandError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
