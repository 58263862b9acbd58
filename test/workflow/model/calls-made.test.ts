import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../ts/types/chat.ts';
import { FakeEngine, recordingModel } from './fake-engine.ts';
import { makeCall, makeOutput } from './outputs.ts';

const written = '{ "b": 2,  "a": {"y":1, "x":[1, 2]} }';

async function seenBy(...given: [id: string, name: string, args: string]): Promise<unknown> {
  const toolCalls = [makeCall('call_a', 'add', written), makeCall('call_b', 'add', 'a = 1')];
  const engine = new FakeEngine(makeOutput({ toolCalls }), makeOutput());
  const model = recordingModel(engine);
  const question: ChatMessage = { role: 'user', content: 'Hello' };
  await model.chat([question]);
  const call = makeCall(...given);
  await model.chat([question, { role: 'assistant', content: null, tool_calls: [call] }]);
  const [, message] = engine.exchanges[1]?.messages ?? [];
  expect(model.steps[1]?.chatCompletions[1]).toEqual(message);
  return message?.tool_calls?.[0]?.function.arguments;
}

describe('arguments of a call that comes back', () => {
  it.each([
    ['with other spaces', '{"b":2,"a":{"y":1,"x":[1,2]}}'],
    ['in another order', '{"a":{"x":[1,2],"y":1},"b":2}'],
    ['as they were', written],
  ])('%s are those that the model wrote', async (_, args) => {
    expect(await seenBy('call_a', 'add', args)).toBe(written);
  });

  it.each<[string, [string, string, string]]>([
    ['that changed', ['call_a', 'add', '{"b":3,"a":{"y":1,"x":[1,2]}}']],
    ['in which a list was turned', ['call_a', 'add', '{"b":2,"a":{"y":1,"x":[2,1]}}']],
    ['of another tool', ['call_a', 'sub', '{"b":2,"a":{"y":1,"x":[1,2]}}']],
    ['of another call', ['call_c', 'add', '{"b":2,"a":{"y":1,"x":[1,2]}}']],
    ['that were no JSON', ['call_b', 'add', '{}']],
    ['that are no JSON now', ['call_a', 'add', '{']],
  ])('%s are those that came', async (_, given) => {
    expect(await seenBy(...given)).toBe(given[2]);
  });
});
