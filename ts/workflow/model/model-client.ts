import type { ChatMessage, ToolDefinition } from '../../types/chat.ts';
import type { ModelOutput } from '../../types/model-output.ts';
import type { SamplingParams } from '../../types/sampling-params.ts';
import type { Step } from '../../types/step.ts';

/** Sampling parameters of one request, over those of the config, and what else belongs to it. */
export interface ChatOptions extends SamplingParams {
  readonly tools?: readonly ToolDefinition[];
  /** As in the chat completions API: `'auto'`, `'none'`, `'required'`, or one function. */
  readonly toolChoice?: unknown;
  /** Aborts this request, beside the rollout's own signal. */
  readonly signal?: AbortSignal;
}

/** The policy under training, as one agent of a workflow calls it. Each answer becomes a step of its trajectory. */
export interface ModelClient {
  /** Answers a conversation, and records the step: messages, token ids, log-probabilities, weight version. */
  chat(messages: readonly ChatMessage[], options?: ChatOptions): Promise<ModelOutput>;
  /** Continues a text or token ids, and records the step. */
  complete(
    prompt: string | readonly number[],
    options?: SamplingParams & Pick<ChatOptions, 'signal'>,
  ): Promise<ModelOutput>;
  /** What was recorded, in the order in which requests were made. */
  readonly steps: readonly Step[];
  /**
   * Takes the step of an answer out again, so that it is not trained on.
   *
   * @returns whether there was one
   */
  discard(answer: ModelOutput): boolean;
}
