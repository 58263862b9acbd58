/** How a model draws its answer. What is left out is the rollout engine's choice. */
export interface SamplingParams {
  /** Divides the logits; 0 takes the likeliest token. */
  readonly temperature?: number;
  readonly topP?: number;
  /** −1 for no limit. */
  readonly topK?: number;
  /** The most tokens of an answer. */
  readonly maxTokens?: number;
  /** Texts at which the answer ends. */
  readonly stop?: readonly string[];
  readonly seed?: number;
  /** Other parameters pass through to the engine under the names that they have in the file. */
  readonly [key: string]: unknown;
}
