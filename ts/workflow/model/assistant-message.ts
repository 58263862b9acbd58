import type { ChatMessage } from '../../types/chat.ts';
import type { ModelOutput } from '../../types/model-output.ts';

/**
 * An answer as the message that goes on in the conversation: the one that is recorded, the one that clients get, and
 * the one that a client's next request holds, so that each request extends the one before.
 */
export function assistantMessage(
  answer: Pick<ModelOutput, 'content' | 'reasoning' | 'toolCalls'>,
): ChatMessage {
  const { content, reasoning, toolCalls } = answer;
  return {
    role: 'assistant',
    content: content === '' && toolCalls.length > 0 ? null : content,
    ...(reasoning !== null && { reasoning_content: reasoning }),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  };
}
