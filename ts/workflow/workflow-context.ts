import type { LanguageModel } from './model/language-model.ts';
import type { ModelClient } from './model/model-client.ts';
import type { Store } from './store.ts';

/** Three ways to call the policy under training; whichever is used, every answer is recorded as a step. */
export interface AgentHandle {
  /** The role of the trajectory. */
  readonly name: string;
  readonly model: ModelClient;
  /** For `new OpenAI({ fetch })` and the like: chat completions, served in this process. No request leaves it. */
  readonly fetch: typeof globalThis.fetch;
  /** For the Vercel AI SDK: `generateText({ model: ctx.languageModel, … })`. */
  readonly languageModel: LanguageModel;
}

/** What a workflow function gets beside its task. It is itself the agent whose trajectory has no name of its own. */
export interface WorkflowContext extends AgentHandle {
  readonly taskId: string;
  /** `{task id}:{rollout index}`. */
  readonly uid: string;
  readonly rolloutIdx: number;
  readonly isValidation: boolean;
  /** Another role of the same rollout, with a trajectory of its own. The same name gives the same agent. */
  agent(name: string): AgentHandle;
  /** Aborts at the timeout, and when the run stops. */
  readonly signal: AbortSignal;
  /** Shared by all rollouts of a run. */
  readonly store: Store;
  /** Numbers of this rollout, averaged over the batch as `batch/{name}`. */
  log(metrics: Readonly<Record<string, number>>): void;
}
