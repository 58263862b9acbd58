import { refuse } from '../../errors/refuse.ts';
import { Conversations } from './conversations.ts';
import { drawSamples } from './draw-samples.ts';
import { hashNumbers } from './hash.ts';
import type { PolicyCalls, Sample, SampleRequest, ScoreCall } from './policy-calls.ts';
import type {
  AdamOptions,
  EmbeddedPolicy,
  LossDerivatives,
  PolicyConfig,
  Scores,
} from './wasm/policy-exports.ts';

/** Makes the policy that a host has. */
export type CreatePolicy = (config: PolicyConfig, seed: bigint) => EmbeddedPolicy;

/** What the keys and values of all sessions that are kept may take, in bytes. */
const SESSION_MEMORY = 2 ** 27;

/** Has the policy, in whichever thread, and answers calls. */
export class PolicyHost implements PolicyCalls {
  readonly #create: CreatePolicy;
  #made: EmbeddedPolicy | null = null;
  #conversations: Conversations = new Conversations(0, () => {});
  #reference: Float32Array | null = null;

  constructor(create: CreatePolicy) {
    this.#create = create;
  }

  create(config: PolicyConfig, seed: bigint): { readonly parameterCount: number } {
    const policy = this.#create(config, seed);
    this.#made = policy;
    const { layers, context, width } = config;
    const most = Math.floor(SESSION_MEMORY / (layers * context * width * 2 * 4));
    this.#conversations = new Conversations(most, (sessions) =>
      policy.drop(Uint32Array.from(sessions)),
    );
    return { parameterCount: policy.parameterCount };
  }

  sample(requests: readonly SampleRequest[]): Sample[] {
    return drawSamples(this.#policy, this.#conversations, requests);
  }

  score({ sequences, options }: ScoreCall): Scores {
    return this.#policy.score(sequences, options);
  }

  scoreReference({ sequences, options }: ScoreCall): Scores {
    if (this.#reference === null) refuse('the reference', 'set before', this.#reference);
    return this.#policy.scoreReference(sequences, options);
  }

  forwardBackward({ sequences, options }: ScoreCall, derivatives: LossDerivatives): Scores {
    return this.#policy.forwardBackward(sequences, derivatives, options);
  }

  gradientOf(
    call: ScoreCall,
    derivatives: LossDerivatives,
  ): { readonly scores: Scores; readonly gradient: Float32Array } {
    this.#policy.zeroGradient();
    const scores = this.forwardBackward(call, derivatives);
    return { scores, gradient: this.#policy.gradient() };
  }

  addGradient(values: Float32Array): void {
    this.#policy.addGradient(values);
  }

  zeroGradient(): void {
    this.#policy.zeroGradient();
  }

  optimStep(options: AdamOptions): { readonly gradNorm: number; readonly step: number } {
    const { gradNorm } = this.#policy.optimStep(options);
    this.#conversations.clear();
    return { gradNorm, step: this.#policy.step };
  }

  parameters(): Float32Array {
    return this.#policy.parameters();
  }

  setParameters(values: Float32Array): void {
    this.#policy.setParameters(values);
    this.#conversations.clear();
  }

  setReference(values?: Float32Array): void {
    const reference = values ?? this.#policy.parameters();
    this.#policy.setReference(reference);
    this.#reference = reference.slice();
  }

  reference(): Float32Array | null {
    return this.#reference?.slice() ?? null;
  }

  hash(): string {
    return hashNumbers(this.#policy.parameters());
  }

  exportState(): Uint8Array {
    return this.#policy.exportState();
  }

  importState(bytes: Uint8Array): { readonly step: number } {
    this.#policy.importState(bytes);
    this.#conversations.clear();
    return { step: this.#policy.step };
  }

  get #policy(): EmbeddedPolicy {
    return this.#made ?? refuse('the policy', 'created before it is called', this.#made);
  }
}
