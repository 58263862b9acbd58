import { describe, expect, it } from 'vitest';
import { answer } from '../../examples/ai-sdk-agent/agent.ts';
import { respond } from '../../examples/ai-sdk-agent/policy.ts';
import { expectExtending, expectSteps, scriptedRollout } from '../support/scripted-rollout.ts';
import { expectTrained, runExample } from './agent-example.ts';

const question = 'I need 9 cups. What do they cost?';
const onText = (): void => {};

describe('examples/ai-sdk-agent', () => {
  it.each([[[]], [['--stream']]])('runs by one command, with %j', (args) => {
    const lines = runExample('examples/ai-sdk-agent/train.ts', ...args);
    expect(lines[0]).toBe('recorded in step 1 for the first task, of 16 answers:');
    expect(lines[1]).toMatch(/^ {2}\d+ \+ \d+ tokens, logprob -\d+\.\d, advantage 1\.73$/);
    expect(lines[2]).toContain('<tool_call>{\\"name\\":\\"price\\"');
    expect(lines.filter((line) => line.startsWith('step'))).toEqual([
      'step 1: mean reward 0.25',
      'step 2: mean reward 0.5',
      'step 3: mean reward 0.75',
    ]);
    const streamed = lines.filter((line) => line.endsWith(' pieces of text were streamed'));
    expect(streamed).toHaveLength(args.length);
  });

  it.each([undefined, onText])('records what the model sent, tools included: %o', async (told) => {
    const { languageModel, model, sent } = scriptedRollout(respond);
    expect(await answer(languageModel, question, told)).toBe('There are only 6 left.');
    expect(sent.map(({ output }) => output.toolCalls.length)).toEqual([2, 0]);
    expectSteps(model.steps, sent);
    expectExtending(model.steps);
  });

  it.each([undefined, onText])('trains on it: %o', async (told) => {
    const answers = await expectTrained<{ readonly id: string }>(
      respond,
      async (_, ctx) => (await answer(ctx.languageModel, question, told)).includes('only 6'),
      [{ id: 'a' }, { id: 'b' }],
    );
    expect(answers).toEqual([16, 16]);
  });
});
