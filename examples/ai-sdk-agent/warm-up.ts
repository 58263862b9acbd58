// What the policy imitates first: conversations that look right, of which few are.

import type { ChatMessage } from 'upperhand';
import { drawing, happens } from '../openai-agent/draw.ts';
import { ITEMS, NUMBERS, question, reply, SUBJECTS } from './shop.ts';

/**
 * Six of ten guess a number. The others call a tool: every other one the right tool, else any; every other one for the
 * right item, else any; and then say, every other one, what they read, else any number.
 */
export function noisyConversations(count: number, seed: number): ChatMessage[][] {
  const draw = drawing(seed, 3);
  const partly = <T>(right: T, all: readonly T[]): T => (happens(5, draw) ? right : draw(all));
  return Array.from({ length: count }, () => {
    const [subject, item, number] = [draw(SUBJECTS), draw(ITEMS), draw(NUMBERS)];
    const asked: ChatMessage = { role: 'user', content: question({ subject, item }) };
    if (happens(6, draw)) return [asked, { role: 'assistant', content: reply(number) }];
    const called = {
      name: partly(subject, SUBJECTS),
      arguments: JSON.stringify({ item: partly<string>(item, ITEMS) }),
    };
    return [
      asked,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call', type: 'function', function: called }],
      },
      { role: 'tool', tool_call_id: 'call', content: String(number) },
      { role: 'assistant', content: reply(partly(number, NUMBERS)) },
    ];
  });
}
