import { refuse } from '../../errors/refuse.ts';
import type { ChatMessage } from '../../types/chat.ts';
import type { ModelOutput } from '../../types/model-output.ts';
import type { SamplingParams } from '../../types/sampling-params.ts';
import type { ModelRequest, RolloutEngine } from '../../workflow/rollout-engine.ts';
import { TerminationEvent } from '../../workflow/termination-event.ts';
import type { CharacterTokenizer } from './character-tokenizer.ts';
import { encodeChat, parseAnswer } from './chat-template.ts';
import { checkDrawing } from './check-calls.ts';
import { hashText } from './hash.ts';
import type { Sample } from './policy-calls.ts';
import { SampleQueue, type Sampler } from './sample-queue.ts';

/** What a {@link LocalEngine} is made of. */
export interface LocalEngineOptions {
  readonly sampler: Sampler;
  readonly tokenizer: CharacterTokenizer;
  /** Of all random numbers, together with the weights' version, the rollout and its turn. */
  readonly seed: number;
  /** Tokens; a longer prompt ends its rollout. */
  readonly maxPromptLength: number;
  /** Tokens of prompt and answer together. */
  readonly maxLength: number;
  /** Whether prompts begin with the tools of a request, by their names. Default false. */
  readonly showTools?: boolean;
}

const WORD = 64;

/**
 * The rollout engine of a local policy. An answer depends on its prompt, its parameters, the weights and their version,
 * the seed, the rollout and its turn, and on nothing else. A `seed` of the request stands in for that of the engine.
 *
 * Parameters: `temperature`, `topP`, `topK`, `maxTokens`, `stop` and `seed`; others have no effect, and neither has a
 * `toolChoice` that wants a call: nobody can make the policy write one.
 */
export class LocalEngine implements RolloutEngine {
  weightVersion = 0;
  readonly #options: LocalEngineOptions;
  readonly #queue: SampleQueue;

  constructor(options: LocalEngineOptions) {
    this.#options = options;
    this.#queue = new SampleQueue(options.sampler);
  }

  getModelResponse(messages: readonly ChatMessage[], request: ModelRequest): Promise<ModelOutput> {
    const { tokenizer, showTools = false } = this.#options;
    const tools = request.toolChoice === 'none' ? [] : (request.tools ?? []);
    const encode = () => encodeChat(tokenizer, messages, showTools ? { tools } : {});
    return this.#answer(encode, request, tools.length > 0);
  }

  /** A text gets the token `begin` before it; token ids are taken as they are. */
  complete(prompt: string | readonly number[], request: ModelRequest): Promise<ModelOutput> {
    return this.#answer(() => encodePrompt(this.#options.tokenizer, prompt), request, false);
  }

  /** The one promise of a request: what `encode` throws, it is rejected with. */
  async #answer(
    encode: () => number[],
    request: ModelRequest,
    tools: boolean,
  ): Promise<ModelOutput> {
    const promptIds = encode();
    const { tokenizer, maxPromptLength, maxLength } = this.#options;
    const room = maxLength - promptIds.length;
    if (promptIds.length > maxPromptLength || room < 1)
      throw new TerminationEvent('max_prompt_length_exceeded');
    const { params, signal, uid } = request;
    const { weightVersion } = this;
    const { temperature = 1, topK = 0, topP = 1, maxTokens = room } = params;
    // One that cannot be drawn would fail those it is drawn together with.
    checkDrawing('', { temperature, topK: Math.max(topK, 0), topP });
    const stops = readStops(tokenizer, params);
    const sample = await this.#queue.draw(
      {
        prompt: promptIds,
        key: this.#keyOf(request, weightVersion),
        maxTokens: Math.min(maxTokens, room),
        temperature,
        topK: Math.max(topK, 0),
        topP,
        stop: stops.tokens,
        conversation: uid,
      },
      signal,
    );
    return read(sample, { tokenizer, stops, tools, promptIds, weightVersion });
  }

  #keyOf(
    { params, uid, turn, isValidation }: ModelRequest,
    version: number,
  ): [bigint, bigint, bigint] {
    const seed = BigInt.asUintN(WORD, BigInt(params.seed ?? this.#options.seed));
    const rollout = hashText(`${isValidation ? 'val' : 'train'} ${version} ${uid}`);
    return [seed, rollout, BigInt(turn)];
  }
}

function encodePrompt(tokenizer: CharacterTokenizer, prompt: string | readonly number[]): number[] {
  if (typeof prompt === 'string') {
    const ids = tokenizer.encode(prompt, { what: 'the prompt' });
    ids.unshift(tokenizer.special('begin'));
    return ids;
  }
  const wrong = prompt.find((id) => !(Number.isInteger(id) && id >= 0 && id < tokenizer.size));
  if (wrong !== undefined) refuse('a token id', `from 0 to ${tokenizer.size - 1}`, wrong);
  if (prompt.length === 0) refuse('the prompt', 'at least one token', prompt);
  return [...prompt];
}

interface Stops {
  /** The token `end`, and texts of one character. */
  readonly tokens: readonly number[];
  /** All texts at which an answer ends. */
  readonly texts: readonly string[];
}

/** What an answer is read by. */
interface Asked {
  readonly tokenizer: CharacterTokenizer;
  readonly stops: Stops;
  readonly tools: boolean;
  readonly promptIds: readonly number[];
  readonly weightVersion: number;
}

function readStops(tokenizer: CharacterTokenizer, { stop = [] }: SamplingParams): Stops {
  const texts = stop.filter((text) => text !== '');
  const single = texts.filter((text) => [...text].length === 1 && tokenizer.knows(text));
  const ids = single.flatMap((text) => tokenizer.encode(text));
  return { tokens: [tokenizer.special('end'), ...ids], texts };
}

/**
 * What the policy drew, as an answer. It draws one token after the other, so an answer that is cut behind a stop text is
 * the one that would have ended there.
 */
function read(
  sample: Sample,
  { tokenizer, stops, tools, promptIds, weightVersion }: Asked,
): ModelOutput {
  const { length, text, isStopped } = cutAtStop(tokenizer, sample, stops.texts);
  const completionIds = sample.tokens.slice(0, length);
  const isWhole = isStopped || sample.stopReason === 'stop';
  const { content, reasoning, toolCalls } = parseAnswer(text, { tools: tools && isWhole });
  const finished = toolCalls.length > 0 ? ('tool_calls' as const) : ('stop' as const);
  return {
    content,
    reasoning,
    toolCalls,
    text,
    promptIds,
    completionIds,
    logprobs: sample.logprobs.slice(0, length),
    tokenTexts: completionIds.map((id) => tokenizer.textOf(id)),
    finishReason: isWhole ? finished : 'length',
    weightVersion,
  };
}

function cutAtStop(
  tokenizer: CharacterTokenizer,
  { tokens }: Sample,
  stops: readonly string[],
): { readonly length: number; readonly text: string; readonly isStopped: boolean } {
  const end = tokenizer.special('end');
  let text = '';
  let length = 0;
  for (const token of tokens) {
    length++;
    if (token === end) return { length, text, isStopped: true };
    text += tokenizer.textOf(token);
    const stop = stops.find((each) => text.endsWith(each));
    if (stop !== undefined) return { length, text: text.slice(0, -stop.length), isStopped: true };
  }
  return { length, text, isStopped: false };
}
