import type { ModelOutput } from '../../types/model-output.ts';
import type { StreamedPiece } from './answer-stream.ts';
import type {
  LanguageModelContent,
  LanguageModelFinishReason,
  LanguageModelResult,
  LanguageModelStreamPart,
  LanguageModelUsage,
} from './language-model-types.ts';
import { pieces } from './pieces.ts';

/** An answer in the parts of the AI SDK: reasoning, text, calls. */
export function contentOf({ content, reasoning, toolCalls }: ModelOutput): LanguageModelContent[] {
  return [
    ...(reasoning === null ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...(content === '' ? [] : [{ type: 'text' as const, text: content }]),
    ...toolCalls.map(({ id, function: { name, arguments: input } }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input,
    })),
  ];
}

export function finishReasonOf({
  finishReason,
  toolCalls,
}: ModelOutput): LanguageModelFinishReason {
  const unified = {
    stop: toolCalls.length > 0 ? ('tool-calls' as const) : ('stop' as const),
    length: 'length' as const,
    tool_calls: 'tool-calls' as const,
    content_filter: 'content-filter' as const,
  }[finishReason];
  return { unified, raw: finishReason };
}

export function usageOf({ promptIds, completionIds }: ModelOutput): LanguageModelUsage {
  // No prompt is without tokens: without ids they are not known, and missing is not zero.
  const known = promptIds.length > 0;
  const total = known ? promptIds.length : undefined;
  return {
    inputTokens: { total, noCache: total, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: {
      total: known ? completionIds.length : undefined,
      text: undefined,
      reasoning: undefined,
    },
  };
}

/** The same as a stream: each part begins, comes in pieces, and ends. */
export function* streamParts(
  answer: ModelOutput,
  { warnings, response }: Pick<LanguageModelResult, 'warnings' | 'response'>,
): Generator<StreamedPiece<LanguageModelStreamPart>> {
  for (const value of partsOf(answer, warnings, response))
    yield { value, complete: value.type === 'finish' };
}

function* partsOf(
  answer: ModelOutput,
  warnings: LanguageModelResult['warnings'],
  response: LanguageModelResult['response'],
): Generator<LanguageModelStreamPart> {
  yield { type: 'stream-start', warnings };
  yield { type: 'response-metadata', ...response };
  for (const [i, part] of contentOf(answer).entries()) {
    if (part.type === 'tool-call') {
      const { toolCallId: id, toolName, input } = part;
      yield { type: 'tool-input-start', id, toolName };
      for (const delta of pieces(input)) yield { type: 'tool-input-delta', id, delta };
      yield { type: 'tool-input-end', id };
      yield part;
    } else {
      const { type, text } = part;
      const id = String(i);
      yield { type: `${type}-start`, id };
      for (const delta of pieces(text)) yield { type: `${type}-delta`, id, delta };
      yield { type: `${type}-end`, id };
    }
  }
  yield { type: 'finish', finishReason: finishReasonOf(answer), usage: usageOf(answer) };
}
