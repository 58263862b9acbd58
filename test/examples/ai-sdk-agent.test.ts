import { describe, expect, it } from 'vitest';
import { answer } from '../../examples/ai-sdk-agent/agent.ts';
import { question, reply, rightReply, shopTasks } from '../../examples/ai-sdk-agent/shop.ts';
import { noisyConversations } from '../../examples/ai-sdk-agent/warm-up.ts';
import type { Respond } from '../../ts/backends/scripted/scripted-answer.ts';
import { expectExtending, expectSteps, scriptedRollout } from '../support/scripted-rollout.ts';
import { expectTrained, runExample } from './agent-example.ts';

const onText = (): void => {};
const shelf = { cup: { price: 4, stock: 2 } };
const asked = question({ subject: 'stock', item: 'cup' });

/** The more updates there were, the more of its rollouts look before they answer. */
const respond: Respond = (messages, { uid, weightVersion }) => {
  if (Number(uid.split(':').at(-1)) > weightVersion) return reply(5);
  const read = messages.findLast(({ role }) => role === 'tool')?.content;
  if (read !== undefined) return { content: reply(Number(read)), reasoning: 'I looked.' };
  const calls = ['price', 'stock'].map((name) => ({ name, arguments: '{ "item": "cup" }' }));
  return { toolCalls: calls };
};

describe('examples/ai-sdk-agent', () => {
  it.each([[[]], [['--stream']]])(
    'trains a policy by one command, with %j',
    { timeout: 120_000 },
    (args) => {
      const lines = runExample(
        'examples/ai-sdk-agent/train.ts',
        ...['--updates', '1', '--warm-up', '3', ...args],
      );
      expect(lines[0]).toMatch(/^after 0 updates: \d+ of 100 new questions right$/);
      expect(lines[1]).toMatch(/^update 1: reward \d\.\d\d, looked at the shelf by \d\.\d\d$/);
      const streamed = lines.filter((line) => line.endsWith(' pieces of text were streamed'));
      expect(streamed).toHaveLength(args.length);
    },
  );

  it('asks for what stands on the shelf', () => {
    const tasks = shopTasks(400, 'train', 1);
    expect(shopTasks(400, 'train', 1)).toEqual(tasks);
    expect(new Set(tasks.map(question)).size).toBe(12);
    expect(new Set(tasks.map(rightReply)).size).toBe(4);
  });

  it('warms up on conversations of which few are right', () => {
    const shown = noisyConversations(4000, 1);
    const calls = shown.flatMap(([user, call]) => {
      const made = call?.tool_calls?.[0]?.function;
      return made === undefined ? [] : [{ made, content: user?.content }];
    });
    expect(calls.length / shown.length).toBeCloseTo(0.4, 1);
    const right = calls.filter(
      ({ made, content }) => content === `${made.name} of ${JSON.parse(made.arguments).item}?`,
    );
    expect(right.length / calls.length).toBeCloseTo((0.5 + 0.5 / 2) * (0.5 + 0.5 / 6), 1);
  });

  it.each([undefined, onText])('records what the model sent, tools included: %o', async (told) => {
    const { languageModel, model, sent } = scriptedRollout((messages, request) =>
      respond(messages, { ...request, uid: 'task:0' }),
    );
    expect(await answer(languageModel, asked, shelf, told)).toBe('It is 2.');
    expect(sent.map(({ output }) => output.toolCalls.length)).toEqual([2, 0]);
    expectSteps(model.steps, sent);
    expectExtending(model.steps);
  });

  it.each([undefined, onText])('trains on it: %o', async (told) => {
    const answers = await expectTrained<{ readonly id: string }>(
      respond,
      async (_, ctx) => (await answer(ctx.languageModel, asked, shelf, told)) === 'It is 2.',
      [{ id: 'a' }, { id: 'b' }],
    );
    expect(answers).toEqual([10, 12]);
  });
});
