import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { answer } from '../../examples/openai-agent/agent.ts';
import { respond } from '../../examples/openai-agent/policy.ts';
import { expectExtending, expectSteps, scriptedRollout } from '../support/scripted-rollout.ts';
import { expectTrained, runExample } from './agent-example.ts';

const question = 'What do the orders 17, 23 and 31 cost together?';
const onText = (): void => {};

describe('examples/openai-agent', () => {
  it.each([[[]], [['--stream']]])('runs by one command, with %j', (args) => {
    const lines = runExample('examples/openai-agent/train.ts', ...args);
    expect(lines[0]).toBe('recorded in step 1 for the first task, of 12 answers:');
    expect(lines[1]).toMatch(/^ {2}\d+ \+ \d+ tokens, logprob -\d+\.\d, advantage 1\.73$/);
    expect(lines[2]).toContain('<tool_call>{\\"name\\":\\"look_up_order\\"');
    expect(lines.filter((line) => line.startsWith('step'))).toEqual([
      'step 1: mean reward 0.25',
      'step 2: mean reward 0.5',
      'step 3: mean reward 0.75',
    ]);
    const streamed = lines.filter((line) => line.endsWith(' pieces of text were streamed'));
    expect(streamed).toHaveLength(args.length);
  });

  it.each([undefined, onText])('records what the model sent, tools included: %o', async (told) => {
    const { fetch, model, sent } = scriptedRollout(respond);
    const client = new OpenAI({ fetch, apiKey: 'unused' });
    expect(await answer(client, question, told)).toBe('Together they cost 71 euros.');
    expect(sent.map(({ output }) => output.toolCalls.length)).toEqual([3, 1, 0]);
    expectSteps(model.steps, sent);
    expectExtending(model.steps);
  });

  it.each([undefined, onText])('trains on it: %o', async (told) => {
    const answers = await expectTrained<{ readonly id: string }>(
      respond,
      async (_, ctx) => {
        const client = new OpenAI({ fetch: ctx.fetch, apiKey: 'unused' });
        return (await answer(client, question, told)).includes('71 euros');
      },
      [{ id: 'a' }, { id: 'b' }],
    );
    // For each task: one of four rollouts takes three answers in the first step, two of four in the second.
    expect(answers).toEqual([12, 16]);
  });
});
