import type { ChatMessage } from '../../types/chat.ts';
import type { ModelOutput } from '../../types/model-output.ts';
import type { ModelRequest, RolloutEngine } from '../../workflow/rollout-engine.ts';
import { type ScriptedTokenizer, writtenText } from './byte-tokenizer.ts';
import { hashedLogprobs } from './hashed-logprobs.ts';
import { type AnswerParts, answerParts, type Respond } from './scripted-answer.ts';

/** One request and its answer, as the engine gave it. */
export interface ScriptedExchange {
  readonly messages: readonly ChatMessage[];
  readonly request: ModelRequest;
  readonly output: ModelOutput;
}

/** A rollout engine whose model is a function. It keeps to `maxTokens`; the rest of sampling is the script's. */
export class ScriptedEngine implements RolloutEngine {
  weightVersion = 0;
  readonly #respond: Respond;
  readonly #tokenizer: ScriptedTokenizer;
  readonly #onExchange: (exchange: ScriptedExchange) => void;

  constructor(
    respond: Respond,
    tokenizer: ScriptedTokenizer,
    onExchange: (exchange: ScriptedExchange) => void,
  ) {
    this.#respond = respond;
    this.#tokenizer = tokenizer;
    this.#onExchange = onExchange;
  }

  getModelResponse(messages: readonly ChatMessage[], request: ModelRequest): Promise<ModelOutput> {
    const promptIds = this.#tokenizer.encodePrompt(messages, request.tools ?? []);
    return this.#answer(messages, promptIds, request);
  }

  /** The script sees the prompt as the message of a user. */
  complete(prompt: string | readonly number[], request: ModelRequest): Promise<ModelOutput> {
    const isText = typeof prompt === 'string';
    const promptIds = isText ? this.#tokenizer.encode(prompt) : [...prompt];
    const content = isText ? prompt : this.#tokenizer.decode(prompt);
    return this.#answer([{ role: 'user', content }], promptIds, request);
  }

  async #answer(
    messages: readonly ChatMessage[],
    promptIds: number[],
    request: ModelRequest,
  ): Promise<ModelOutput> {
    const { weightVersion } = this;
    const answer = await this.#respond(messages, { ...request, weightVersion });
    const written = this.#write(answerParts(answer, request.turn), request.params.maxTokens);
    const { completionIds } = written;
    const output: ModelOutput = {
      ...written,
      promptIds,
      logprobs: hashedLogprobs(promptIds, completionIds),
      tokenTexts: completionIds.map((id) => this.#tokenizer.decode([id])),
      weightVersion,
    };
    this.#onExchange({ messages, request, output });
    return output;
  }

  /** An answer that is cut is the text it has come to: nobody can parse half a call. */
  #write(parts: AnswerParts, maxTokens = Number.POSITIVE_INFINITY) {
    const { content, reasoning, toolCalls } = parts;
    const text = writtenText({
      content,
      tool_calls: toolCalls,
      ...(reasoning !== null && { reasoning_content: reasoning }),
    });
    const ids = this.#tokenizer.encodeAnswer(text);
    if (ids.length <= maxTokens) {
      const finishReason = toolCalls.length > 0 ? ('tool_calls' as const) : ('stop' as const);
      return { ...parts, text, completionIds: ids, finishReason };
    }
    const completionIds = ids.slice(0, maxTokens);
    const cut = this.#tokenizer.decode(completionIds);
    const finishReason = 'length' as const;
    return { text: cut, content: cut, reasoning: null, toolCalls: [], completionIds, finishReason };
  }
}
