import { checkOptions, type OptionNames } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import type { Backend, BackendHook } from '../../trainer/backend.ts';
import type { TrainerState } from '../../trainer/trainer-state.ts';
import { checkBoolean, checkCount } from '../../types/check.ts';
import { byteTokenizer, type ScriptedTokenizer } from './byte-tokenizer.ts';
import type { Respond } from './scripted-answer.ts';
import { type ScriptedBatch, toScriptedBatch } from './scripted-batch.ts';
import { ScriptedEngine, type ScriptedExchange } from './scripted-engine.ts';

/** The members of a backend that the trainer calls as the run goes on. */
export type ScriptedHook =
  | BackendHook
  | 'transformToBackendBatch'
  | 'processBackendBatch'
  | 'updatePolicy';

/** What happened, in the order in which it did. */
export type ScriptedEvent =
  | ({ readonly type: 'answer' } & ScriptedExchange)
  | { readonly type: 'hook'; readonly hook: ScriptedHook; readonly globalStep: number }
  | { readonly type: 'update'; readonly globalStep: number; readonly batch: ScriptedBatch }
  | { readonly type: 'shutdown' };

/** What a {@link ScriptedBackend} is made of. */
export interface ScriptedBackendOptions {
  /** Plays the model. */
  readonly respond: Respond;
  /** Default: {@link byteTokenizer}. */
  readonly tokenizer?: ScriptedTokenizer;
  /**
   * Whether the trainer can save checkpoints: what there is to save is how many updates there were. Default false, so
   * that nothing is written, and the next run starts anew.
   */
  readonly checkpoints?: boolean;
  /** Sees everything, for tests. */
  readonly onEvent?: (event: ScriptedEvent) => void;
}

const optionNames: OptionNames<ScriptedBackendOptions> = {
  respond: true,
  tokenizer: true,
  checkpoints: true,
  onEvent: true,
};

type State = TrainerState<ScriptedBatch>;

/**
 * A backend without a model, for tests and for workflows in the making: a function answers, an update counts itself.
 * All else is as with a real one: answers have token ids and log-probabilities, and batches are training data. No loss is
 * computed, so the config may name any.
 *
 * @example
 * const backend = new ScriptedBackend({
 *   respond: (messages, { weightVersion }) => (weightVersion > 2 ? '4' : 'I do not know.'),
 * });
 * const { model } = createWorkflowContext({ rolloutEngine: backend.initRolloutEngine() });
 * const { content } = await model.chat([{ role: 'user', content: '2 + 2 =' }]);
 * content; // 'I do not know.'
 */
export class ScriptedBackend implements Backend<ScriptedBatch> {
  readonly name = 'scripted';
  readonly tokenizer: ScriptedTokenizer;
  /** Only there when asked for. */
  readonly saveState?: () => Uint8Array;
  readonly loadState?: (bytes: Uint8Array) => void;
  /** Updates that there were, those before a resume too. */
  updates = 0;
  readonly #respond: Respond;
  readonly #onEvent: (event: ScriptedEvent) => void;

  /** @throws UpperhandError `invalid-argument` for options that there are not, and without `respond` */
  constructor(options: ScriptedBackendOptions) {
    checkOptions(options, optionNames);
    const { respond, tokenizer = byteTokenizer, checkpoints = false, onEvent = () => {} } = options;
    if (typeof respond !== 'function')
      refuse('respond', 'a function that answers messages', respond);
    checkBoolean('checkpoints', checkpoints);
    if (checkpoints) {
      this.saveState = () => new TextEncoder().encode(JSON.stringify({ updates: this.updates }));
      this.loadState = (bytes) => {
        const { updates } = JSON.parse(new TextDecoder().decode(bytes)) as { updates: unknown };
        checkCount('updates', updates);
        this.updates = updates;
      };
    }
    this.#respond = respond;
    this.tokenizer = tokenizer;
    this.#onEvent = onEvent;
  }

  initRolloutEngine(): ScriptedEngine {
    return new ScriptedEngine(this.#respond, this.tokenizer, (exchange) =>
      this.#onEvent({ type: 'answer', ...exchange }),
    );
  }

  transformToBackendBatch(state: State): ScriptedBatch {
    this.#tell('transformToBackendBatch', state);
    return toScriptedBatch(state.trajectoryGroups ?? []);
  }

  /** A real backend computes log-probabilities under the present weights here; these are those of the rollouts. */
  processBackendBatch(state: State): void {
    this.#tell('processBackendBatch', state);
  }

  updatePolicy(state: State): void {
    this.#tell('updatePolicy', state);
    this.updates++;
    const batch = toScriptedBatch(state.trajectoryGroups ?? []);
    state.backendBatch = batch;
    Object.assign(state.metrics, metricsOf(batch));
    this.#onEvent({ type: 'update', globalStep: state.globalStep, batch });
  }

  onTrainStart(state: State): void {
    this.#tell('onTrainStart', state);
  }

  onTrainEnd(state: State): void {
    this.#tell('onTrainEnd', state);
  }

  onEpochStart(state: State): void {
    this.#tell('onEpochStart', state);
  }

  onEpochEnd(state: State): void {
    this.#tell('onEpochEnd', state);
  }

  onBatchStart(state: State): void {
    this.#tell('onBatchStart', state);
  }

  onBatchEnd(state: State): void {
    this.#tell('onBatchEnd', state);
  }

  onValidationStart(state: State): void {
    this.#tell('onValidationStart', state);
  }

  onValidationEnd(state: State): void {
    this.#tell('onValidationEnd', state);
  }

  onPolicyUpdated(state: State): void {
    this.#tell('onPolicyUpdated', state);
  }

  shutdown(): void {
    this.#onEvent({ type: 'shutdown' });
  }

  #tell(hook: ScriptedHook, { globalStep }: State): void {
    this.#onEvent({ type: 'hook', hook, globalStep });
  }
}

/** The policy gradient's loss, −Σ advantage · logprob over the tokens that count, divided by their number. */
function metricsOf({ rows, skippedSteps }: ScriptedBatch): Record<string, number> {
  let tokens = 0;
  let sum = 0;
  for (const { logprobs, advantages, mask } of rows) {
    for (const [i, advantage] of advantages.entries()) {
      const counts = mask[i] as number;
      tokens += counts;
      sum -= counts * advantage * (logprobs[i] as number);
    }
  }
  return {
    'scripted/rows': rows.length,
    'scripted/tokens': tokens,
    'scripted/skipped_steps': skippedSteps,
    ...(tokens > 0 && { 'scripted/loss': sum / tokens }),
  };
}
