/** The sizes of a policy: a causal transformer with pre-norm blocks, all of them chosen at run time. */
export interface PolicyConfig {
  /** Blocks, 1 to 64. */
  readonly layers: number;
  /** Width of the residual stream, a multiple of `heads`, up to 4096. */
  readonly width: number;
  /** Attention heads of each block. */
  readonly heads: number;
  /** Width of each block's feed-forward layer, up to 16 384. */
  readonly feedForward: number;
  /** The most tokens that one sequence can have, up to 16 384. */
  readonly context: number;
  /** Tokens there are, 2 to 65 536; a token is an integer from 0 to `vocabulary - 1`. */
  readonly vocabulary: number;
}

/** One tensor's place in the flat parameter vector; row-major, and a matrix is `[inputs, outputs]`. */
export interface PolicyTensor {
  readonly name: string;
  readonly offset: number;
  readonly shape: readonly number[];
}

/** Token lists of any lengths: sequence i is `tokens[offsets[i] … offsets[i + 1])`, and `offsets[0]` is 0. */
export interface TokenSequences {
  readonly tokens: Uint32Array;
  readonly offsets: Uint32Array;
}

/**
 * Which random numbers a sample draws: three uint64 for each sample, `seed, prompt, sample`. A sample's tokens depend on
 * its key, its tokens so far, the parameters and the options, and on nothing else: not on what is generated beside it, in
 * which order, or by which worker. Two samples of one key draw the same numbers.
 */
export type SampleKeys = BigUint64Array;

export interface GenerateOptions {
  /** The most tokens to generate, for all or for each session. */
  readonly maxTokens: number | Uint32Array;
  /** Divides the logits; 0 takes the most likely token, of equal ones the first. Default 1. */
  readonly temperature?: number;
  /** Samples from this many most likely tokens only; 0 for all. Default 0. */
  readonly topK?: number;
  /** Samples from the fewest most likely tokens that have this much probability together, at most 1. Default 1. */
  readonly topP?: number;
  /** Tokens that end a sample. The one that did is the sample's last token. Default none. */
  readonly stop?: Uint32Array;
}

/** Why a sample ended: a stop token, `maxTokens`, or no more room in the context. */
export type StopReason = 'stop' | 'length' | 'context';

/** One generated list for each session (or sample), in the order asked for. */
export interface Generated extends TokenSequences {
  /**
   * For each token its log probability at the sampling temperature among all tokens, what `topK` and `topP` cut away
   * included: bit for bit what `score` gives for the same sequence at that temperature. At temperature 0 that of temperature 1.
   */
  readonly logprobs: Float32Array;
  readonly stopReasons: readonly StopReason[];
}

export interface ScoreOptions {
  /** Divides the logits; above 0. Default 1. */
  readonly temperature?: number;
  /** Also the entropy of each distribution. Default false. */
  readonly entropy?: boolean;
  /** Also KL(policy ‖ reference) of each distribution; needs `setReference`. Default false. */
  readonly kl?: boolean;
}

/**
 * One number for each token of the sequences, at the token's own place: that of token t is about the distribution given the
 * tokens before it. The first token of a sequence has none and holds 0. In nats, at the temperature asked for.
 */
export interface Scores {
  readonly logprobs: Float32Array;
  readonly entropies?: Float32Array;
  readonly kl?: Float32Array;
}

/** Derivatives of the loss by what `Scores` holds, at the same places; those of first tokens are not looked at. */
export interface LossDerivatives {
  readonly dLogprobs: Float32Array;
  readonly dEntropies?: Float32Array;
  readonly dKl?: Float32Array;
}

export interface AdamOptions {
  readonly learningRate: number;
  /** Default 0.9. */
  readonly beta1?: number;
  /** Default 0.95. */
  readonly beta2?: number;
  /** Default 1e-8. */
  readonly eps?: number;
  /** Decoupled (AdamW), of all parameters. Default 0. */
  readonly weightDecay?: number;
  /** The gradient is scaled down to this norm where it is longer; 0 for never. Default 0. */
  readonly gradClipNorm?: number;
}

/**
 * A small language model inside WebAssembly: it samples, scores, and trains. Calls are synchronous and coarse. Every
 * call checks its arguments first and throws UpperhandError `invalid-argument` before anything is changed; `policy-failed`
 * where the module gets no memory, or where training has diverged so far that a probability is no number.
 *
 * The same calls give the same bits in every runtime. Gradients are sums, whose bits depend on the order of adding: each
 * `forwardBackward` computes the gradient of its sequences apart and then adds it. Several workers therefore give the same
 * parameters as one, when each computes whole micro-batches (`zeroGradient`, `forwardBackward`, `gradient`), and one
 * adds the results by `addGradient` in the order of the micro-batches.
 */
export interface EmbeddedPolicy {
  readonly config: PolicyConfig;
  readonly parameterCount: number;
  readonly tensors: readonly PolicyTensor[];
  /** Optimizer steps done. */
  readonly step: number;

  /** A copy of the flat parameter vector. */
  parameters(): Float32Array;
  /** Replaces the parameters, not the optimizer's moments or step. Refused unless all are finite. */
  setParameters(values: Float32Array): void;
  /** The parameters to measure KL against: those given, or a copy of the present ones. */
  setReference(values?: Float32Array): void;

  /**
   * One session for each prompt (of at least one token): the prompt's keys and values are computed at the first `generate` or
   * `fork` and kept over turns. Sessions outlive changes of the parameters; theirs are then computed anew.
   *
   * @returns the sessions' ids
   */
  open(prompts: TokenSequences, keys: SampleKeys): Uint32Array;
  /** New sessions that go on from where `session` is, one for each key; what they share is computed once. */
  fork(session: number, keys: SampleKeys): Uint32Array;
  /** Appends given tokens (a tool's answer, the next user message) to each session. Empty lists are fine. */
  extend(sessions: Uint32Array, tokens: TokenSequences): void;
  /** Gives each session another key, three numbers for each: what follows is drawn by that. */
  rekey(sessions: Uint32Array, keys: SampleKeys): void;
  /** Generates for all the sessions together; each goes on from its own tokens. A session may occur once. */
  generate(sessions: Uint32Array, options: GenerateOptions): Generated;
  drop(sessions: Uint32Array): void;
  /** Sessions that are open. */
  readonly sessionCount: number;
  /**
   * `open`, `fork`, `generate` and `drop` in one: as many samples of each prompt as there are keys for it.
   *
   * @param keys - those of prompt 0, then those of prompt 1 …: a multiple of the number of prompts
   * @returns the samples in the order of their keys
   */
  sample(prompts: TokenSequences, keys: SampleKeys, options: GenerateOptions): Generated;

  /** Log probabilities of given sequences, each of at least 2 tokens and at most `context`. */
  score(sequences: TokenSequences, options?: ScoreOptions): Scores;
  /** The same with the parameters of the reference; needs `setReference`. */
  scoreReference(sequences: TokenSequences, options?: ScoreOptions): Scores;
  /** `score`, and then the loss's gradient is added to the gradient. One call is one micro-batch. */
  forwardBackward(
    sequences: TokenSequences,
    derivatives: LossDerivatives,
    options?: ScoreOptions,
  ): Scores;
  /** A copy of the gradient, in the order of the parameters. */
  gradient(): Float32Array;
  addGradient(values: Float32Array): void;
  zeroGradient(): void;
  /**
   * One step of AdamW with the gradient, which is zero afterwards.
   *
   * @returns the gradient's norm before clipping
   * @throws UpperhandError `invalid-argument` for a gradient that is not finite; nothing is changed then, so that
   *   `zeroGradient` is all it takes to go on
   */
  optimStep(options: AdamOptions): { readonly gradNorm: number };

  /** Parameters, moments, step and config. Gradient, reference and sessions are not part of it. */
  exportState(): Uint8Array;
  /**
   * Goes on from an exported state.
   *
   * @throws UpperhandError `invalid-state` for bytes that are damaged or of another config; nothing is changed then
   */
  importState(bytes: Uint8Array): void;
}
