import type { LocalPolicyOptions } from '../../../ts/backends/local/local-policy.ts';
import type { ModelRequest } from '../../../ts/workflow/rollout-engine.ts';

/** Threads run the sources. */
export const workerFile: URL = new URL('./source-worker.mjs', import.meta.url);

export const SMALL: LocalPolicyOptions['config'] = {
  layers: 1,
  width: 16,
  heads: 2,
  feedForward: 32,
  context: 24,
  vocabulary: 12,
};

/** A trainer that only trains. */
export const TRAINER = {
  logger: [],
  testFreq: -1,
  saveFreq: -1,
  resumeMode: 'disable',
} as const;

export function request(init: Partial<ModelRequest> = {}): ModelRequest {
  return {
    params: {},
    isValidation: false,
    signal: new AbortController().signal,
    uid: 'task:0',
    turn: 0,
    ...init,
  };
}
