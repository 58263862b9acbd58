import { checkOptions, type OptionNames } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { ChatMessage } from '../../types/chat.ts';
import type { ModelOutput } from '../../types/model-output.ts';
import type { SamplingParams } from '../../types/sampling-params.ts';
import { createStep, type Step } from '../../types/step.ts';
import type { ModelRequest, RolloutEngine } from '../rollout-engine.ts';
import { assistantMessage } from './assistant-message.ts';
import { CallsMade } from './calls-made.ts';
import { checkOutput } from './check-output.ts';
import { copyPlain } from './copy-plain.ts';
import { messageProblem } from './message-problem.ts';
import type { ChatOptions, ModelClient } from './model-client.ts';
import { untilAborted } from './on-abort.ts';
import { mergeSampling, samplingProblem, toApiNames } from './sampling.ts';
import { uniqueCallIds } from './unique-call-ids.ts';

/** What a {@link RecordingModel} is made of. */
export interface RecordingModelOptions {
  readonly engine: RolloutEngine;
  /** Sampling parameters of the config; those of a request go before them. Default: the engine's choice. */
  readonly params?: SamplingParams;
  /** Default false. */
  readonly isValidation?: boolean;
  /** The rollout's: no request outlives it. */
  readonly signal: AbortSignal;
  /** `{task id}:{rollout index}`. */
  readonly uid: string;
  /** Numbers the requests of a rollout, for agents that share one. Default: counts from 0. */
  readonly nextTurn?: () => number;
  /** Called when a request begins; what it returns is called when that request ends, in whatever way. For clocks. */
  readonly onCall?: () => () => void;
  /** Called when a request ends: with what it threw, or without. */
  readonly onEnd?: (thrown?: unknown) => void;
}

const optionNames: OptionNames<RecordingModelOptions> = {
  engine: true,
  params: true,
  isValidation: true,
  signal: true,
  uid: true,
  nextTurn: true,
  onCall: true,
  onEnd: true,
};

type CompleteOptions = SamplingParams & Pick<ChatOptions, 'signal'>;

/** A request that was read. */
interface Call {
  readonly params: SamplingParams;
  readonly signal: AbortSignal | undefined;
  readonly begin: (request: ModelRequest) => Promise<ModelOutput>;
  readonly messages: readonly ChatMessage[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Requests that gave no step. */
export interface LostRequests {
  /** The engine failed, or its answer was refused. */
  readonly failed: number;
  /** Given up by the agent, or with the rollout. */
  readonly aborted: number;
  /** Taken out again by `discard`; a stream that was left before its end counts here too. */
  readonly discarded: number;
}

/**
 * A rollout engine, as one agent of one rollout calls it. Each answer becomes a step; what fails or is given up
 * becomes none, and is counted.
 *
 * Sampling parameters of the config are defaults. What an agent passes itself goes before them, in validation too:
 * log-probabilities are taken at the temperature that was sampled with, so nothing goes wrong when training.
 *
 * Source: rLLM's `Step.from_model_output`.
 *
 * @example
 * const engine = new ScriptedBackend({ respond: () => 'Hello yourself' }).initRolloutEngine();
 * const model = new RecordingModel({ engine, uid: 'task-7:0', signal: new AbortController().signal });
 * await model.chat([{ role: 'user', content: 'Hello' }], { temperature: 0.7 });
 * model.steps[0].modelResponse;   // 'Hello yourself'
 * model.steps[0].logprobs.length; // 15
 */
export class RecordingModel implements ModelClient {
  readonly #options: RecordingModelOptions;
  /** A place for each request, kept from its begin, so that steps stand in the order of requests. */
  readonly #places: { step: Step | null }[] = [];
  readonly #placeOf = new WeakMap<ModelOutput, { step: Step | null }>();
  readonly #made = new CallsMade();
  readonly #lost = { failed: 0, aborted: 0, discarded: 0 };
  #turns = 0;

  /** @throws UpperhandError `invalid-argument` for options that there are not */
  constructor(options: RecordingModelOptions) {
    checkOptions(options, optionNames);
    this.#options = options;
  }

  get steps(): readonly Step[] {
    return this.#places.flatMap(({ step }) => step ?? []);
  }

  get lost(): LostRequests {
    return { ...this.#lost };
  }

  /**
   * @throws UpperhandError `invalid-argument` for messages and parameters that are none, `invalid-model-output` for an
   *   answer that could not be trained on; the reason of the signal that aborted; and what the engine throws
   */
  chat(messages: readonly ChatMessage[], options: ChatOptions = {}): Promise<ModelOutput> {
    return this.#record(() => this.#readChat(messages, options));
  }

  #readChat(messages: readonly ChatMessage[], options: ChatOptions): Call {
    const { tools, toolChoice, signal, ...params } = options;
    const problem = messageProblem(messages);
    if (problem !== undefined) refuse(problem.path, problem.expected, problem.got);
    if (tools !== undefined && !Array.isArray(tools)) refuse('tools', 'an array', tools);
    const sent = this.#made.restore(copyPlain('messages', messages));
    const copied = copyPlain('tools', {
      ...(tools !== undefined && { tools }),
      ...(toolChoice !== undefined && { toolChoice }),
    });
    const { toolChoice: tool_choice, ...rest } = copied;
    return {
      params,
      signal,
      begin: (request) =>
        // The engine may work on what it is given; what is recorded stays.
        this.#options.engine.getModelResponse(copyPlain('messages', sent), {
          ...request,
          ...copyPlain('tools', copied),
        }),
      messages: sent,
      metadata: { ...rest, ...(tool_choice !== undefined && { tool_choice }) },
    };
  }

  /**
   * Records the prompt as the message of a user; when it is token ids, one without content.
   *
   * @throws as `chat` does; UpperhandError `not-implemented` when the engine cannot complete
   */
  complete(
    prompt: string | readonly number[],
    options: CompleteOptions = {},
  ): Promise<ModelOutput> {
    return this.#record(() => this.#readPrompt(prompt, options));
  }

  #readPrompt(prompt: string | readonly number[], options: CompleteOptions): Call {
    const { engine } = this.#options;
    if (engine.complete === undefined) {
      const message = "complete() is not there: this backend's rollout engine has none; use chat()";
      throw new UpperhandError('not-implemented', message);
    }
    if (typeof prompt !== 'string' && !(Array.isArray(prompt) && prompt.every(Number.isInteger)))
      refuse('prompt', 'text or an array of token ids', prompt);
    const sent = typeof prompt === 'string' ? prompt : [...prompt];
    const { signal, ...params } = options;
    return {
      params,
      signal,
      begin: (request) => (engine.complete as NonNullable<typeof engine.complete>)(sent, request),
      messages: [{ role: 'user', content: typeof sent === 'string' ? sent : null }],
      metadata: {},
    };
  }

  discard(answer: ModelOutput): boolean {
    const place = this.#placeOf.get(answer);
    if (!place?.step) return false;
    place.step = null;
    this.#lost.discarded++;
    return true;
  }

  /** The one promise of a request: what is wrong with the request, `read` throws, and it is rejected. */
  async #record(read: () => Call): Promise<ModelOutput> {
    const call = read();
    const { params: given, signal } = call;
    const wrong = samplingProblem(given, true);
    if (wrong !== undefined) refuse(wrong.path, wrong.expected, wrong.got);
    if (signal !== undefined && typeof signal?.addEventListener !== 'function')
      refuse('signal', 'an AbortSignal', signal);
    const { engine, uid, isValidation = false, nextTurn, onCall, onEnd } = this.#options;
    const params = copyPlain('options', mergeSampling(this.#options.params ?? {}, given));
    const turn = nextTurn === undefined ? this.#turns++ : nextTurn();
    const versionAtBegin = engine.weightVersion ?? null;
    const place: { step: Step | null } = { step: null };
    this.#places.push(place);
    const signals = [signal, this.#options.signal];
    const end = onCall?.();
    try {
      const output = await untilAborted(signals, (own) =>
        Promise.resolve(
          call.begin({
            params: copyPlain('options', params),
            isValidation,
            signal: own,
            uid,
            turn,
          }),
        ),
      );
      checkOutput(output, `${uid}, request ${turn}`);
      const answer: ModelOutput = {
        ...output,
        toolCalls: uniqueCallIds(output.toolCalls, call.messages, turn),
        weightVersion: output.weightVersion ?? versionAtBegin,
      };
      place.step = stepOf(answer, call.messages, {
        finish_reason: answer.finishReason,
        ...toApiNames(params),
        ...call.metadata,
      });
      this.#placeOf.set(answer, place);
      this.#made.add(answer.toolCalls);
      onEnd?.();
      return answer;
    } catch (error) {
      this.#lost[signals.some((one) => one?.aborted) ? 'aborted' : 'failed']++;
      onEnd?.(error);
      throw error;
    } finally {
      end?.();
    }
  }
}

function stepOf(
  answer: ModelOutput,
  messages: readonly ChatMessage[],
  metadata: Record<string, unknown>,
): Step {
  return createStep({
    promptIds: [...answer.promptIds],
    responseIds: [...answer.completionIds],
    logprobs: [...answer.logprobs],
    chatCompletions: [...messages, copyPlain('the answer', assistantMessage(answer))],
    thought: answer.reasoning ?? '',
    action: answer.toolCalls.length > 0 ? copyPlain('the answer', answer.toolCalls) : null,
    modelResponse: answer.text,
    weightVersion: answer.weightVersion,
    metadata,
  });
}
