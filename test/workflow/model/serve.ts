import { createFetch } from '../../../ts/workflow/model/openai-fetch.ts';
import type { RecordingModel } from '../../../ts/workflow/model/recording-model.ts';
import { FakeEngine, type Reply, recordingModel } from './fake-engine.ts';

export const url = 'https://any.host/v1/chat/completions';
export const hello = { model: 'policy', messages: [{ role: 'user', content: 'Hello' }] };

export function post(body: unknown, more: RequestInit = {}): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), ...more };
}

/** A fetch over an engine with these replies. */
export function serve(...replies: readonly Reply[]): {
  readonly engine: FakeEngine;
  readonly model: RecordingModel;
  readonly fetch: typeof globalThis.fetch;
} {
  const engine = new FakeEngine(...replies);
  const model = recordingModel(engine);
  return { engine, model, fetch: createFetch(model) };
}
