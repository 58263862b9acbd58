import type { StepInit } from '../types/step.ts';
import { getLength, getOwn, getRecords, getTextLength, type RolloutRecord } from './record.ts';

/** What a message of a conversation says: its text, or that of its parts. */
export function messageText(message: unknown): string {
  const content = getOwn(message, 'content');
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => getOwn(part, 'text'))
    .filter((text) => typeof text === 'string')
    .join('');
}

/** Messages as a list; text alone is one message of that role. */
export function messagesOf(value: unknown, role: 'user' | 'assistant'): unknown[] {
  if (typeof value === 'string') return [{ role, content: value }];
  return Array.isArray(value) ? value : [];
}

/** How many characters `messageText` would give, without decoding them. */
export function messageLength(message: RolloutRecord): number {
  const parts = getRecords(message, 'content');
  if (!parts) return getLength(message, 'content') ?? 0;
  let length = 0;
  for (const part of parts) length += (part && getTextLength(part, 'text')) ?? 0;
  return length;
}

/** How many characters the policy wrote of messages, or of a text that stands for one. */
export function writtenLength(record: RolloutRecord, name: string): number {
  const messages = getRecords(record, name);
  if (!messages) return getTextLength(record, name) ?? 0;
  return messages.reduce(
    (sum, message) => sum + (message?.get('role') === 'assistant' ? messageLength(message) : 0),
    0,
  );
}

/**
 * A step for each message of the policy, with the conversation up to it.
 *
 * @param isOurs - which messages are the policy's. Default: all of an assistant
 */
export function conversationSteps(
  messages: readonly unknown[],
  isOurs: (message: unknown, index: number) => boolean = isWritten,
): StepInit[] {
  const ends = messages.flatMap((message, i) => (isOurs(message, i) ? [i] : []));
  return ends.map((end) => ({
    chatCompletions: messages.slice(0, end + 1),
    modelResponse: messageText(messages[end]),
    done: end === ends.at(-1),
  }));
}

/** Whether an assistant says it. */
export function isWritten(message: unknown): boolean {
  return getOwn(message, 'role') === 'assistant';
}
