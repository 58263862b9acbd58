import type { ToolCall } from './chat.ts';

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/**
 * What a model answered to one request, with the tokens that training needs.
 *
 * Source: rLLM's `ModelOutput`.
 */
export interface ModelOutput {
  /** The answer as the model wrote it: reasoning, tool calls and all. */
  readonly text: string;
  /** The answer without reasoning and tool calls. */
  readonly content: string;
  readonly reasoning: string | null;
  readonly toolCalls: readonly ToolCall[];
  /** Token ids of the whole prompt, as the model saw it; empty when the engine does not know them. */
  readonly promptIds: readonly number[];
  /** Token ids of the answer; empty when the engine does not know them. */
  readonly completionIds: readonly number[];
  /** Log-probability of each token of the answer, at the temperature it was sampled with; empty when not known. */
  readonly logprobs: readonly number[];
  /** Text of each token of the answer, for clients that ask to see log-probabilities; left out when not known. */
  readonly tokenTexts?: readonly string[];
  readonly finishReason: FinishReason;
  /** Version of the weights at the start of the request; null when the engine keeps none. */
  readonly weightVersion: number | null;
}
