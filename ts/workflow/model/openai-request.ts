import type { ChatMessage, ToolCall, ToolDefinition } from '../../types/chat.ts';
import { messageProblem } from './message-problem.ts';
import type { ChatOptions } from './model-client.ts';
import { invalidParameter, OpenAIRequestError } from './openai-error.ts';
import { fromApiNames, samplingProblem } from './sampling.ts';

/** The body of a request for a chat completion, read. */
export interface ChatCompletionRequest {
  /** Any name: there is one model, and answers carry the name that was asked for. */
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly options: ChatOptions;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly logprobs: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Of the client's account with a provider; they change nothing about an answer. */
const accountFields = [
  'metadata',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'service_tier',
  'store',
  'user',
];

/** @throws OpenAIRequestError with status 400 and the parameter that is wrong or not served */
export function readChatRequest(text: string): ChatCompletionRequest {
  const {
    model = 'policy',
    messages,
    tools,
    tool_choice: toolChoice,
    stream = false,
    stream_options: streamOptions = {},
    logprobs = false,
    max_completion_tokens: maxCompletionTokens,
    stop,
    ...rest
  } = readBody(text);
  if (typeof model !== 'string') throw invalid('model', 'text', model);
  if (typeof stream !== 'boolean') throw invalid('stream', 'true or false', stream);
  if (!isObject(streamOptions)) throw invalid('stream_options', 'an object', streamOptions);
  if (typeof logprobs !== 'boolean') throw invalid('logprobs', 'true or false', logprobs);
  const conversation = readMessages(messages);
  const checkedTools = tools === undefined ? undefined : readTools(tools);
  if (toolChoice !== undefined) checkToolChoice(toolChoice);
  const params = readParams({
    ...rest,
    ...(maxCompletionTokens !== undefined && { max_tokens: maxCompletionTokens }),
    ...(stop !== undefined && { stop: typeof stop === 'string' ? [stop] : stop }),
  });
  return {
    model,
    messages: conversation,
    options: {
      ...params,
      ...(checkedTools !== undefined && { tools: checkedTools }),
      ...(toolChoice !== undefined && { toolChoice }),
    },
    stream,
    includeUsage: streamOptions.include_usage === true,
    logprobs,
  };
}

function readBody(text: string): Fields {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OpenAIRequestError(400, 'invalid_json', `the body is not JSON: ${why}`);
  }
  if (!isObject(body))
    throw new OpenAIRequestError(400, 'invalid_json', 'the body must be a JSON object');
  return withoutNulls(body);
}

function readMessages(messages: unknown): ChatMessage[] {
  const problem = messageProblem(messages);
  if (problem !== undefined) throw invalidParameter(problem);
  return (messages as Fields[]).map(plainMessage);
}

/**
 * A message as the model gave it or would have: without what clients put into messages that come back, which are
 * fields without a value, parsed copies of what stands there as text, and other names and shapes of it.
 */
function plainMessage(message: Fields): ChatMessage {
  const { reasoning, parsed: _, ...given } = withoutNulls(message);
  const { content = null, tool_calls: calls = [], ...rest } = given as unknown as ChatMessage;
  return {
    ...rest,
    content: rest.role === 'assistant' ? answeredContent(content, calls.length > 0) : content,
    ...(typeof reasoning === 'string' && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls.map(plainCall) }),
  };
}

type Content = NonNullable<ChatMessage['content']> | null;

/** A model writes text, not parts of it, and with calls may write none: clients have several ways to say so. */
function answeredContent(content: Content, calls: boolean): Content {
  const isText = Array.isArray(content) && content.every((part) => part.type === 'text');
  const written = isText ? content.map(({ text }) => text ?? '').join('') : content;
  return written === '' && calls ? null : written;
}

function plainCall({ id, function: called }: ToolCall): ToolCall {
  return { id, type: 'function', function: { name: called.name, arguments: called.arguments } };
}

function readTools(tools: unknown): ToolDefinition[] {
  if (!Array.isArray(tools)) throw invalid('tools', 'an array', tools);
  for (const [i, tool] of tools.entries()) {
    if (!isObject(tool) || tool.type !== 'function') {
      const got = isObject(tool) ? tool.type : tool;
      throw invalid(`tools[${i}].type`, '"function": other tools run nowhere here', got);
    }
    if (!isObject(tool.function) || typeof tool.function.name !== 'string')
      throw invalid(`tools[${i}].function`, 'a function { name, … }', tool.function);
  }
  return tools;
}

function checkToolChoice(choice: unknown): void {
  const named = isObject(choice) && typeof choice.type === 'string';
  if (!named && !['auto', 'none', 'required'].includes(choice as string))
    throw invalid('tool_choice', '"auto", "none", "required" or a function', choice);
}

function readParams(given: Fields): ChatOptions {
  const { n = 1, top_logprobs: topLogprobs = 0, functions, function_call, ...rest } = given;
  if (n !== 1) throw invalid('n', '1: every answer is a step, so ask several times', n);
  if (topLogprobs !== 0) {
    const expected = '0: of the tokens that were not sampled nothing is known';
    throw invalid('top_logprobs', expected, topLogprobs);
  }
  if (functions !== undefined || function_call !== undefined)
    throw invalid('functions', 'given as tools', functions ?? function_call);
  if (Array.isArray(rest.modalities) && rest.modalities.some((one) => one !== 'text'))
    throw invalid('modalities', '["text"]', rest.modalities);
  for (const name of accountFields) delete (rest as Record<string, unknown>)[name];
  const params = fromApiNames(rest);
  const problem = samplingProblem(params, false);
  if (problem !== undefined) throw invalidParameter(problem);
  return params;
}

function invalid(path: string, expected: string, got: unknown): OpenAIRequestError {
  return invalidParameter({ path, expected, got });
}

/** Clients write null for what they leave out. */
function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
