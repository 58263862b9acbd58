import type {
  AdamOptions,
  LossDerivatives,
  PolicyConfig,
  ScoreOptions,
  Scores,
  StopReason,
  TokenSequences,
} from './wasm/policy-exports.ts';

/** One answer to be drawn. */
export interface SampleRequest {
  readonly prompt: readonly number[];
  /** `[seed, prompt, sample]`, each an unsigned integer of 64 bits: requests of one key draw the same numbers. */
  readonly key: readonly [bigint, bigint, bigint];
  readonly maxTokens: number;
  /** Default 1. */
  readonly temperature?: number;
  /** 0: no limit. Default 0. */
  readonly topK?: number;
  /** Default 1. */
  readonly topP?: number;
  /** Token ids that end the answer and are its last. */
  readonly stop?: readonly number[];
  /**
   * What requests of one conversation have in common: where a prompt extends an earlier one of the same name, what was
   * computed for that is used again. Never changes an answer. Default: nothing is kept.
   */
  readonly conversation?: string;
}

export interface Sample {
  readonly tokens: readonly number[];
  /** At the temperature of the request (1 for 0), among all tokens. */
  readonly logprobs: readonly number[];
  readonly stopReason: StopReason;
}

/** Token lists, and how they are looked at; see {@link ScoreOptions}. */
export interface ScoreCall {
  readonly sequences: TokenSequences;
  readonly options: ScoreOptions;
}

/** What crosses over to the thread that has the policy. A call is answered after those before it. */
export interface PolicyCalls {
  create(config: PolicyConfig, seed: bigint): { readonly parameterCount: number };
  sample(requests: readonly SampleRequest[]): Sample[];
  score(call: ScoreCall): Scores;
  /** Under the parameters of the reference. */
  scoreReference(call: ScoreCall): Scores;
  /** Adds to the gradient. */
  forwardBackward(call: ScoreCall, derivatives: LossDerivatives): Scores;
  /** The gradient of these sequences alone, of a policy that keeps none. */
  gradientOf(
    call: ScoreCall,
    derivatives: LossDerivatives,
  ): { readonly scores: Scores; readonly gradient: Float32Array };
  addGradient(values: Float32Array): void;
  zeroGradient(): void;
  optimStep(options: AdamOptions): { readonly gradNorm: number; readonly step: number };
  parameters(): Float32Array;
  setParameters(values: Float32Array): void;
  /** Without values: the present parameters. */
  setReference(values?: Float32Array): void;
  reference(): Float32Array | null;
  /** Of all parameters, 16 hexadecimal digits. */
  hash(): string;
  exportState(): Uint8Array;
  importState(bytes: Uint8Array): { readonly step: number };
}

export type PolicyMethod = keyof PolicyCalls;
