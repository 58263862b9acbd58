import type { StepInit } from '../types/step.ts';
import { MemberNames } from './member-names.ts';
import {
  getLength,
  getOwn,
  getTextLength,
  isText,
  type RolloutRecord,
  visitRecords,
} from './record.ts';

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
  let length = 0;
  const hasParts = visitRecords(message, 'content', (part) => {
    length += getTextLength(part, 'text') ?? 0;
  });
  return hasParts ? length : (getLength(message, 'content') ?? 0);
}

const asked = /* @__PURE__ */ new MemberNames('role', 'content');

/** How many characters the policy wrote of messages, or of a text that stands for one. */
export function writtenLength(record: RolloutRecord, name: string): number {
  let length = 0;
  const take = (message: RolloutRecord): void => {
    if (isText(message, 'role', 'assistant')) length += messageLength(message);
  };
  const isList = visitRecords(record, name, take, asked);
  return isList ? length : (getTextLength(record, name) ?? 0);
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
