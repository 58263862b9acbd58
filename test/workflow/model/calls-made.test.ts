import { describe, expect, it } from 'vitest';
import { FakeEngine, recordingModel } from './fake-engine.ts';
import { makeCall, makeOutput } from './outputs.ts';

const question = { role: 'user', content: 'Hello' } as const;
const object = '{ "b": 2,  "a": {"y":1, "x":[1, 2]} }';

describe('arguments of a call that comes back', () => {
  it.each([
    ['with other spaces', object, '{"b":2,"a":{"y":1,"x":[1,2]}}', true],
    ['in another order', object, '{"a":{"x":[1,2],"y":1},"b":2}', true],
    ['as they were', object, object, true],
    ['of a list', '[1, 2]', '[1,2]', true],
    ['that were no JSON, as an empty object', 'a = 1', '{}', true],
    ['that were no JSON, as text', 'a = 1', '"a = 1"', true],
    ['that were no object', '5', '{}', true],
    ['that were left out', '', '{}', true],
    ['that changed', object, '{"b":3,"a":{"y":1,"x":[1,2]}}', false],
    ['in which a list was turned', object, '{"b":2,"a":{"y":1,"x":[2,1]}}', false],
    ['that were emptied', object, '{}', false],
    ['that were mended', 'a = 1', '{"a":1}', false],
    ['that are no JSON now', object, '{', false],
  ])('%s are those that the model wrote, unless they changed', async (_, written, given, same) => {
    const engine = new FakeEngine(makeOutput({ toolCalls: [makeCall('call_a', 'add', written)] }));
    const model = recordingModel(engine);
    await model.chat([question]);
    const tool_calls = [
      makeCall('call_a', 'add', given),
      makeCall('call_a', 'sub', given),
      makeCall('call_b', 'add', given),
    ];
    await model.chat([question, { role: 'assistant', content: null, tool_calls }]);
    const message = engine.exchanges[1]?.messages[1];
    // Neither another tool's nor another call's are those of this call.
    expect(message?.tool_calls?.map((call) => call.function.arguments)).toEqual([
      same ? written : given,
      given,
      given,
    ]);
    expect(model.steps[1]?.chatCompletions[1]).toEqual(message);
  });

  it('are those of their own conversation where several have calls of one id', async () => {
    const texts = ['{ "a": 1 }', '{"a": 1}', '{"a":1}'];
    const engine = new FakeEngine(
      ...texts.map((text) => makeOutput({ toolCalls: [makeCall('call_0', 'add', text)] })),
    );
    const model = recordingModel(engine);
    const answers = await Promise.all(texts.map(() => model.chat([question])));
    for (const { toolCalls } of answers)
      await model.chat([question, { role: 'assistant', content: null, tool_calls: toolCalls }]);
    const sent = engine.exchanges.slice(3).map(({ messages }) => messages[1]?.tool_calls?.[0]);
    expect(sent.map((call) => call?.function.arguments)).toEqual(texts);
  });
});
