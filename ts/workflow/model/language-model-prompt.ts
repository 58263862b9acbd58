import { refuse } from '../../errors/refuse.ts';
import type { ChatMessage, ContentPart, ToolCall } from '../../types/chat.ts';
import type {
  LanguageModelFilePart,
  LanguageModelMessage,
  LanguageModelToolCallPart,
  LanguageModelToolContent,
  LanguageModelToolResultOutput,
  LanguageModelToolResultPart,
} from './language-model-types.ts';

/** A prompt of the AI SDK as the messages of a conversation. */
export function toChatMessages(prompt: readonly LanguageModelMessage[]): ChatMessage[] {
  return prompt.flatMap(messagesOf);
}

function messagesOf(message: LanguageModelMessage): ChatMessage[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'user':
      return [{ role: 'user', content: userContent(message.content) }];
    case 'assistant':
      return [assistantOf(message.content), ...resultsIn(message.content)];
    case 'tool':
      return resultsIn(message.content);
    default:
      return refuse('role', 'system, user, assistant or tool', (message as { role: unknown }).role);
  }
}

type Content<Role> = Extract<LanguageModelMessage, { readonly role: Role }>['content'];

/** Text alone stays text, as most chat templates want it. */
function userContent(parts: Content<'user'>): string | ContentPart[] {
  if (parts.every((part) => part.type === 'text')) return parts.map(({ text }) => text).join('');
  return parts.map((part) =>
    part.type === 'text' ? { type: 'text', text: part.text } : filePart(part),
  );
}

function assistantOf(parts: Content<'assistant'>): ChatMessage {
  const textOf = (type: 'text' | 'reasoning'): string | undefined => {
    const texts = parts.flatMap((part) => (part.type === type ? part.text : []));
    return texts.length > 0 ? texts.join('') : undefined;
  };
  const calls = parts.flatMap((part) => (part.type === 'tool-call' ? callOf(part) : []));
  const files = parts.flatMap((part) => (part.type === 'file' ? filePart(part) : []));
  const text = textOf('text');
  const reasoning = textOf('reasoning');
  return {
    role: 'assistant',
    content:
      files.length > 0
        ? [...(text === undefined ? [] : [{ type: 'text', text }]), ...files]
        : (text ?? (calls.length > 0 ? null : '')),
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function callOf({ toolCallId: id, toolName: name, input }: LanguageModelToolCallPart): ToolCall {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) ?? '{}' } };
}

function resultsIn(parts: Content<'assistant'> | Content<'tool'>): ChatMessage[] {
  return parts.flatMap((part) =>
    part.type === 'tool-result'
      ? { role: 'tool' as const, tool_call_id: part.toolCallId, content: resultContent(part) }
      : [],
  );
}

function resultContent({ output }: LanguageModelToolResultPart): string | ContentPart[] {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value) ?? '';
    case 'execution-denied':
      return output.reason ?? 'The call was denied.';
    case 'content': {
      if (output.value.every(({ type }) => type === 'text'))
        return output.value.map(({ text }) => text ?? '').join('');
      return output.value.map(contentPart);
    }
    default:
      return refuse(
        'tool result',
        'of a known type',
        (output as LanguageModelToolResultOutput).type,
      );
  }
}

function contentPart(part: LanguageModelToolContent): ContentPart {
  const { type, data, url, mediaType = 'image/*', filename } = part;
  if ((type === 'image-data' || type === 'file-data') && data !== undefined)
    return filePart({ data, mediaType, ...(filename !== undefined && { filename }) });
  if (type === 'image-url' && url !== undefined) return { type: 'image_url', image_url: { url } };
  // Others pass as they are: whether the model can read them is the engine's to say.
  return { ...part };
}

function filePart({ data, mediaType, filename }: Omit<LanguageModelFilePart, 'type'>): ContentPart {
  const url = urlOf(data, mediaType);
  if (mediaType.startsWith('image/')) return { type: 'image_url', image_url: { url } };
  if (mediaType.startsWith('audio/') && !(data instanceof URL)) {
    const [, format = ''] = mediaType.split('/');
    return { type: 'input_audio', input_audio: { data: base64(data), format } };
  }
  return { type: 'file', file: { ...(filename !== undefined && { filename }), file_data: url } };
}

function urlOf(data: string | Uint8Array | URL, mediaType: string): string {
  if (data instanceof URL) return data.href;
  if (typeof data === 'string' && /^(https?|data):/.test(data)) return data;
  const type = mediaType === 'image/*' ? 'image/jpeg' : mediaType;
  return `data:${type};base64,${base64(data)}`;
}

/** Text is base64 already. */
function base64(data: string | Uint8Array): string {
  if (typeof data === 'string') return data;
  let text = '';
  for (const byte of data) text += String.fromCharCode(byte);
  return btoa(text);
}
