import type { ChatMessage, ToolDefinition } from '../types/chat.ts';
import type { ModelOutput } from '../types/model-output.ts';
import type { SamplingParams } from '../types/sampling-params.ts';

/** One request to a model. */
export interface ModelRequest {
  readonly params: SamplingParams;
  /** Whether the answer is for validation and will not be trained on. */
  readonly isValidation: boolean;
  /** Aborts when the rollout was given up; the engine may stop, its answer is dropped. */
  readonly signal: AbortSignal;
  /** Names the rollout that asks, `{task id}:{rollout index}`, so that an engine may seed a stream for each. */
  readonly uid: string;
  /** Number of this request among those of the rollout, from 0. */
  readonly turn: number;
  readonly tools?: readonly ToolDefinition[];
  /** As in the chat completions API: `'auto'`, `'none'`, `'required'`, or one function. */
  readonly toolChoice?: unknown;
}

/**
 * The model of a backend, as workflows see it: messages in, an answer with its tokens out.
 *
 * Source: rLLM's `RolloutEngine`.
 */
export interface RolloutEngine {
  /** Version of the weights that answers come from; the trainer sets it before the first step and after every update. */
  weightVersion?: number;
  /**
   * Answers a conversation.
   *
   * @throws any error; the rollout that asked fails with it, and no other
   */
  getModelResponse(messages: readonly ChatMessage[], request: ModelRequest): Promise<ModelOutput>;
  /** Continues a text or token ids, without a chat template. Left out: the backend has no such call. */
  complete?(prompt: string | readonly number[], request: ModelRequest): Promise<ModelOutput>;
}
