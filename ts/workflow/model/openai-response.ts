import type { ModelOutput } from '../../types/model-output.ts';
import { newUid } from '../../types/uid.ts';
import { answerStream, type StreamedPiece } from './answer-stream.ts';
import { assistantMessage } from './assistant-message.ts';
import { pieces } from './pieces.ts';

/** What the request said of how its answer is to look. */
interface Wanted {
  readonly model: string;
  readonly stream: boolean;
  readonly logprobs: boolean;
  readonly includeUsage: boolean;
}

/**
 * An answer as the response to a request for it.
 *
 * @param abandon - called when a stream is left before its reader had the whole answer
 */
export function completionResponse(
  answer: ModelOutput,
  wanted: Wanted,
  signal: AbortSignal,
  abandon: () => void,
): Response {
  if (!wanted.stream) return Response.json(chatCompletion(answer, wanted));
  const stream = answerStream(events(answer, wanted), signal, abandon);
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' };
  return new Response(stream, { headers });
}

function* events(answer: ModelOutput, wanted: Wanted): Generator<StreamedPiece<Uint8Array>> {
  const encoder = new TextEncoder();
  const event = (data: string): Uint8Array => encoder.encode(`data: ${data}\n\n`);
  for (const { value, complete } of chatCompletionChunks(answer, wanted))
    yield { value: event(JSON.stringify(value)), complete };
  yield { value: event('[DONE]'), complete: true };
}

/** As an object `chat.completion`. */
function chatCompletion(answer: ModelOutput, wanted: Wanted): object {
  const usage = usageOf(answer);
  return {
    ...head(wanted, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { ...assistantMessage(answer), refusal: null },
        logprobs: wanted.logprobs ? logprobsOf(answer) : null,
        finish_reason: finishReason(answer),
      },
    ],
    ...(usage !== null && { usage }),
  };
}

/**
 * As objects `chat.completion.chunk`. The reasoning is one delta, since the `openai` package's own
 * accumulator keeps the last of a field that it does not know.
 */
function* chatCompletionChunks(
  answer: ModelOutput,
  wanted: Wanted,
): Generator<StreamedPiece<object>> {
  const usage = wanted.includeUsage ? usageOf(answer) : null;
  const first = head(wanted, 'chat.completion.chunk');
  const chunk = (delta: object, reason: string | null = null, logprobs: object | null = null) => ({
    value: {
      ...first,
      choices: [{ index: 0, delta, logprobs, finish_reason: reason }],
      ...(usage !== null && { usage: null }),
    },
    complete: reason !== null,
  });
  const {
    content,
    reasoning_content: reasoning,
    tool_calls: calls = [],
  } = assistantMessage(answer);
  yield chunk({ role: 'assistant', content: content === null ? null : '' });
  if (reasoning !== undefined) yield chunk({ reasoning_content: reasoning });
  for (const piece of pieces((content ?? '') as string)) yield chunk({ content: piece });
  for (const [index, { id, type, function: called }] of calls.entries()) {
    const { name, arguments: text } = called;
    yield chunk({ tool_calls: [{ index, id, type, function: { name, arguments: '' } }] });
    for (const piece of pieces(text))
      yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  yield chunk({}, finishReason(answer), wanted.logprobs ? logprobsOf(answer) : null);
  if (usage !== null) yield { value: { ...first, choices: [], usage }, complete: true };
}

function head({ model }: Wanted, object: string): object {
  return { id: `chatcmpl-${newUid()}`, object, created: Math.floor(Date.now() / 1000), model };
}

/** Agents go on calling tools as long as it is `tool_calls`, whatever the engine makes of it. */
function finishReason({ finishReason: said, toolCalls }: ModelOutput): string {
  return said === 'stop' && toolCalls.length > 0 ? 'tool_calls' : said;
}

/** Null: the engine does not know the tokens, and missing is not zero. */
function usageOf({ promptIds, completionIds }: ModelOutput): object | null {
  if (promptIds.length === 0) return null;
  return {
    prompt_tokens: promptIds.length,
    completion_tokens: completionIds.length,
    total_tokens: promptIds.length + completionIds.length,
  };
}

/** A token of which the engine gives no text is called `token_id:{id}`, as vLLM does when it is asked for ids. */
function logprobsOf({ completionIds, logprobs, tokenTexts }: ModelOutput): object | null {
  if (logprobs.length === 0) return null;
  const content = logprobs.map((logprob, i) => {
    const text = tokenTexts?.[i];
    return {
      token: text ?? `token_id:${completionIds[i]}`,
      bytes: bytesOf(text),
      logprob,
      top_logprobs: [],
    };
  });
  return { content, refusal: null };
}

/** Of a part of a character there is no text, only the mark of one that is missing. */
function bytesOf(text: string | undefined): number[] | null {
  return text === undefined || text.includes('\ufffd') ? null : [...new TextEncoder().encode(text)];
}
