import type { ChatMessage } from '../../../ts/types/chat.ts';
import type { ModelOutput } from '../../../ts/types/model-output.ts';
import {
  RecordingModel,
  type RecordingModelOptions,
} from '../../../ts/workflow/model/recording-model.ts';
import type { ModelRequest, RolloutEngine } from '../../../ts/workflow/rollout-engine.ts';
import { makeOutput } from './outputs.ts';

interface Exchange {
  readonly messages: readonly ChatMessage[];
  readonly request: ModelRequest;
}

export type Reply = ModelOutput | ((exchange: Exchange) => ModelOutput | Promise<ModelOutput>);

/** A rollout engine that gives the replies it is told to, the last one over and over, and remembers what it was asked. */
export class FakeEngine implements RolloutEngine {
  weightVersion?: number;
  readonly exchanges: Exchange[] = [];
  readonly #replies: readonly Reply[];

  constructor(...replies: readonly Reply[]) {
    this.#replies = replies.length > 0 ? replies : [makeOutput()];
  }

  async getModelResponse(
    messages: readonly ChatMessage[],
    request: ModelRequest,
  ): Promise<ModelOutput> {
    const reply = this.#replies[Math.min(this.exchanges.length, this.#replies.length - 1)] as Reply;
    const exchange = { messages, request };
    this.exchanges.push(exchange);
    return typeof reply === 'function' ? reply(exchange) : reply;
  }
}

/** A model that records, over an engine. */
export function recordingModel(
  engine: RolloutEngine,
  options: Partial<RecordingModelOptions> = {},
): RecordingModel {
  const signal = new AbortController().signal;
  return new RecordingModel({ engine, uid: 'task-7:0', signal, ...options });
}

/** A promise that is settled from outside. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

export function defer<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
