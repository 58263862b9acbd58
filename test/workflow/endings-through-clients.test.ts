import { generateText, streamText } from 'ai';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { TerminationEvent } from '../../ts/workflow/termination-event.ts';
import type { WorkflowContext } from '../../ts/workflow/workflow-context.ts';
import type { WorkflowFunction } from '../../ts/workflow/workflow-input.ts';
import { makeEngine, messageOf } from './engines.ts';
import { FakeEngine } from './model/fake-engine.ts';
import { makeOutput } from './model/outputs.ts';

const messages = [{ role: 'user' as const, content: 'Hi' }];
const client = ({ fetch }: WorkflowContext) => new OpenAI({ fetch, apiKey: 'unused' });
const ask = (ctx: WorkflowContext) =>
  client(ctx).chat.completions.create({ model: 'policy', messages });

const askers: Readonly<Record<string, (ctx: WorkflowContext) => unknown>> = {
  openai: ask,
  'openai, streamed': (ctx) =>
    client(ctx).chat.completions.stream({ model: 'policy', messages }).finalChatCompletion(),
  ai: (ctx) => generateText({ model: ctx.languageModel, prompt: 'Hi' }),
  'ai, streamed': (ctx) =>
    streamText({ model: ctx.languageModel, prompt: 'Hi', onError: () => {} }).text,
};

/** Plays a workflow whose model has no room for the prompt, at the requests that are named. */
async function play(workflow: WorkflowFunction<number>, tooLong: readonly number[] = [0]) {
  let request = 0;
  const rolloutEngine = new FakeEngine(async () => {
    if (tooLong.includes(request++)) throw new TerminationEvent('max_prompt_length_exceeded');
    return makeOutput();
  });
  const engine = makeEngine(workflow, { rolloutEngine, retryLimit: 3 });
  const [episode] = await engine.executeTasks([0], ['t']);
  return { episode, requests: request };
}

describe('a prompt without room ends its rollout, not the run', () => {
  it.each(Object.keys(askers))('asked through %s', async (name) => {
    const { episode, requests } = await play(async (_, ctx) => {
      await askers[name]?.(ctx);
      return 1;
    });
    expect(episode).toMatchObject({ terminationReason: 'max_prompt_length_exceeded' });
    expect(episode?.trajectories).toEqual([]);
    expect(requests).toBe(1);
  });

  it('unless the agent makes something of it', async () => {
    const { episode } = await play(async (_, ctx) => {
      const error = await ask(ctx).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ status: 400, code: 'context_length_exceeded' });
      await ask(ctx);
      return 1;
    });
    expect(episode).toMatchObject({ terminationReason: 'env_done', isCorrect: true });
  });

  it('and hides no error that comes after another answer', async () => {
    const { episode } = await play(
      async (_, ctx) => {
        await ask(ctx).catch(() => {});
        await ask(ctx);
        throw new Error('mine');
      },
      [0, 2, 4],
    );
    expect(episode).toMatchObject({ terminationReason: 'error' });
    expect(messageOf(episode)).toBe('mine');
  });
});
