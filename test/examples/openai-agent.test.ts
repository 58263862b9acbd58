import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { answer } from '../../examples/openai-agent/agent.ts';
import { IDS, orderTasks, question, reply } from '../../examples/openai-agent/orders.ts';
import { noisyConversations } from '../../examples/openai-agent/warm-up.ts';
import type { Respond } from '../../ts/backends/scripted/scripted-answer.ts';
import { expectExtending, expectSteps, scriptedRollout } from '../support/scripted-rollout.ts';
import { expectTrained, runExample } from './agent-example.ts';

const onText = (): void => {};
const towns: Record<string, string> = { a: 'Bern', b: 'Rome' };
const lookUp = (id: string) => towns[id];

/** The more updates there were, the more of its rollouts look before they answer. */
const respond: Respond = (messages, { uid, weightVersion }) => {
  if (Number(uid.split(':').at(-1)) > weightVersion) return reply('Lima');
  const read = messages.find(({ role }) => role === 'tool')?.content;
  if (read !== undefined) return { content: reply(String(read)), reasoning: 'I looked.' };
  return { toolCalls: [{ name: 'find', arguments: '{ "id": "b" }' }] };
};

describe('examples/openai-agent', () => {
  it.each([[[]], [['--stream']]])(
    'trains a policy by one command, with %j',
    { timeout: 120_000 },
    (args) => {
      const lines = runExample(
        'examples/openai-agent/train.ts',
        ...['--updates', '1', '--warm-up', '3', ...args],
      );
      expect(lines[0]).toMatch(/^after 0 updates: \d+ of 100 new questions right$/);
      expect(lines[1]).toMatch(/^update 1: reward \d\.\d\d, looked up by \d\.\d\d$/);
      const streamed = lines.filter((line) => line.endsWith(' pieces of text were streamed'));
      expect(streamed).toHaveLength(args.length);
    },
  );

  it('asks what only those know who look', () => {
    const tasks = orderTasks(400, 'train', 1);
    expect(orderTasks(400, 'train', 1)).toEqual(tasks);
    for (const id of IDS) {
      const found = new Set(tasks.map((task) => task.towns[id]));
      expect(found.size).toBe(4);
    }
  });

  it('warms up on conversations of which few are right', () => {
    const shown = noisyConversations(4000, 1);
    const calls = shown.flatMap(([asked, call]) => {
      const made = call?.tool_calls?.[0]?.function.arguments;
      return made === undefined ? [] : [{ made, asked: asked?.content }];
    });
    expect(calls.length / shown.length).toBeCloseTo(0.3, 1);
    const right = calls.filter(({ made, asked }) => asked === question(JSON.parse(made).id));
    expect(right.length / calls.length).toBeCloseTo(0.5 + 0.5 / 6, 1);
    const reported = shown.filter(
      ([, , read, said]) => said?.content === reply(String(read?.content)),
    );
    expect(reported.length / calls.length).toBeCloseTo(0.5 + 0.5 / 4, 1);
  });

  it.each([undefined, onText])('records what the model sent, tools included: %o', async (told) => {
    const { fetch, model, sent } = scriptedRollout((messages, request) =>
      respond(messages, { ...request, uid: 'task:0' }),
    );
    const client = new OpenAI({ fetch, apiKey: 'unused' });
    expect(await answer(client, question('b'), lookUp, told)).toBe('In Rome.');
    expect(sent.map(({ output }) => output.toolCalls.length)).toEqual([1, 0]);
    expectSteps(model.steps, sent);
    expectExtending(model.steps);
  });

  it.each([undefined, onText])('trains on it: %o', async (told) => {
    const answers = await expectTrained<{ readonly id: string }>(
      respond,
      async (_, ctx) => {
        const client = new OpenAI({ fetch: ctx.fetch, apiKey: 'unused' });
        return (await answer(client, question('b'), lookUp, told)) === 'In Rome.';
      },
      [{ id: 'a' }, { id: 'b' }],
    );
    // For each task: one of four rollouts takes two answers in the first step, two of four in the second.
    expect(answers).toEqual([10, 12]);
  });
});
