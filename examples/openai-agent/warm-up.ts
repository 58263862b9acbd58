// What the policy imitates first: conversations that look right, of which few are.

import type { ChatMessage } from 'upperhand';
import { drawing, happens } from './draw.ts';
import { IDS, question, reply, TOWNS } from './orders.ts';

/**
 * Seven of ten guess a town. The others look an order up: every other one that which was asked for, else any; and then
 * say, every other one, what they read, else any town.
 */
export function noisyConversations(count: number, seed: number): ChatMessage[][] {
  const draw = drawing(seed, 3);
  const isRight = (): boolean => happens(5, draw);
  return Array.from({ length: count }, () => {
    const order = draw(IDS);
    const asked: ChatMessage = { role: 'user', content: question(order) };
    if (happens(7, draw)) return [asked, { role: 'assistant', content: reply(draw(TOWNS)) }];
    const town = draw(TOWNS);
    const input = JSON.stringify({ id: isRight() ? order : draw(IDS) });
    const call = {
      id: 'call',
      type: 'function',
      function: { name: 'find', arguments: input },
    } as const;
    return [
      asked,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call', content: town },
      { role: 'assistant', content: reply(isRight() ? town : draw(TOWNS)) },
    ];
  });
}
