import { fingerprint } from '../../rollouts/fingerprint.ts';
import type { ModelOutput } from '../../types/model-output.ts';
import type { ModelClient } from './model-client.ts';
import { untilAborted } from './on-abort.ts';
import { errorResponse, OpenAIRequestError } from './openai-error.ts';
import { type ChatCompletionRequest, readChatRequest } from './openai-request.ts';
import { completionResponse } from './openai-response.ts';

/** Retries come soon after what they repeat, and answers are long: remembered are the last ones. */
const REMEMBERED = 32;

/** An answer, and how many requests have it or wait for it: one and its retries, without those that were given up. */
interface Shared {
  readonly answer: Promise<ModelOutput>;
  /** Aborts the model's work when no request is left. */
  readonly stop: AbortController;
  requests: number;
}

/**
 * A `fetch` that serves the chat completions API from a model in this process: what `new OpenAI({ fetch })` and other
 * clients of that API take. Whatever the base URL, nothing is sent anywhere.
 *
 * Served are `POST …/chat/completions`, streamed too, with tools, and `GET …/models`. Anything else is refused in the
 * API's own words. An answer is a step of the model's; a request that fails, or is aborted, or whose stream is left
 * before the answer is complete, is none. A retry that the client marks as one (`x-stainless-retry-count`) gets the
 * answer that there was already, if it is among the last 32.
 *
 * @example
 * const rolloutEngine = new ScriptedBackend({ respond: () => 'Hello yourself' }).initRolloutEngine();
 * const { model } = createWorkflowContext({ rolloutEngine });
 * const fetch = createFetch(model);
 * const body = JSON.stringify({ model: 'policy', messages: [{ role: 'user', content: 'Hello' }] });
 * const response = await fetch('https://any.host/v1/chat/completions', { method: 'POST', body });
 * (await response.json()).choices[0].message.content; // 'Hello yourself'
 * model.steps.length; // 1
 */
export function createFetch(model: ModelClient): typeof globalThis.fetch {
  const answers = new Map<string, Shared>();

  function ask({ messages, options }: ChatCompletionRequest): Shared {
    const stop = new AbortController();
    return { answer: model.chat(messages, { ...options, signal: stop.signal }), stop, requests: 0 };
  }

  async function complete(request: Request, signal: AbortSignal): Promise<Response> {
    const text = await untilAborted([signal], () => request.text());
    const asked = readChatRequest(text);
    // Bodies are long, and only those of one agent of one rollout are told apart.
    const { high, low } = fingerprint(text);
    const key = `${high}:${low}:${text.length}`;
    const isRetry = Number(request.headers.get('x-stainless-retry-count') ?? 0) > 0;
    const shared = (isRetry ? answers.get(key) : undefined) ?? ask(asked);
    answers.delete(key);
    answers.set(key, shared);
    if (answers.size > REMEMBERED) answers.delete(answers.keys().next().value as string);
    shared.requests++;
    const leave = (output?: ModelOutput): void => {
      if (--shared.requests > 0) return;
      if (answers.get(key) === shared) answers.delete(key);
      shared.stop.abort(signal.reason);
      if (output !== undefined) model.discard(output);
      // It may have been recorded already, or may just be.
      else shared.answer.then((late) => model.discard(late)).catch(() => {});
    };
    try {
      const output = await untilAborted([signal], () => shared.answer);
      return completionResponse(output, asked, signal, () => leave(output));
    } catch (error) {
      leave();
      throw error;
    }
  }

  return async (input, init) => {
    const request = new Request(input, withDuplex({ ...init, signal: null }));
    const given = init?.signal === undefined && input instanceof Request ? input : init;
    const signal = given?.signal ?? new AbortController().signal;
    try {
      signal.throwIfAborted();
      return isForModels(request) ? modelsResponse(request) : await complete(request, signal);
    } catch (error) {
      // A fetch that was aborted rejects; all else is an answer.
      if (signal.aborted) throw signal.reason;
      return errorResponse(error);
    }
  };
}

/** Bodies that are streams need it, and the types of the platform do not know it. */
function withDuplex(init: RequestInit): RequestInit {
  return { ...init, duplex: 'half' } as RequestInit;
}

const served = 'served here are POST /v1/chat/completions and GET /v1/models';

/** @throws OpenAIRequestError for what is not served */
function isForModels({ url, method }: Request): boolean {
  const path = new URL(url).pathname.replace(/\/+$/, '');
  const isModels = /\/models(\/[^/]+)?$/.test(path);
  if (!isModels && !path.endsWith('/chat/completions')) {
    const hint = path.endsWith('/responses')
      ? '; use chat completions: openai.chat(id) of the AI SDK, useResponses: false of agents'
      : '';
    throw new OpenAIRequestError(404, 'unknown_url', `${method} ${path}: ${served}${hint}`);
  }
  if (method !== (isModels ? 'GET' : 'POST'))
    throw new OpenAIRequestError(405, 'method_not_allowed', `${method} ${path}: ${served}`);
  return isModels;
}

function modelsResponse({ url }: Request): Response {
  const [, id] = /\/models\/([^/]+)\/*$/.exec(new URL(url).pathname) ?? [];
  const model = { object: 'model', created: 0, owned_by: 'upperhand' };
  return Response.json(
    id === undefined
      ? { object: 'list', data: [{ id: 'policy', ...model }] }
      : { id: decodeURIComponent(id), ...model },
  );
}
