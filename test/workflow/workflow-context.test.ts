import { describe, expect, it } from 'vitest';
import { createWorkflowContext } from '../../ts/workflow/rollout-context.ts';
import { makeEngine } from './engines.ts';
import { FakeEngine } from './model/fake-engine.ts';

const hello = [{ role: 'user' as const, content: 'Hello' }];

describe('a context', () => {
  it('names the rollout', () => {
    const { signal } = new AbortController();
    const rolloutEngine = new FakeEngine();
    expect(createWorkflowContext({ rolloutEngine })).toMatchObject({
      name: 'agent',
      taskId: 'task',
      uid: 'task:0',
      rolloutIdx: 0,
      isValidation: false,
    });
    const given = { taskId: 'a:b', rolloutIdx: 3, isValidation: true, signal };
    const ctx = createWorkflowContext({ rolloutEngine, ...given });
    expect(ctx).toMatchObject({ uid: 'a:b:3', isValidation: true });
    expect(ctx.signal).toBe(signal);
  });

  it('records the answers of each agent by itself, and numbers the requests of all', async () => {
    const rolloutEngine = new FakeEngine();
    const ctx = createWorkflowContext({ rolloutEngine, params: { temperature: 0.5 } });
    await ctx.model.chat(hello);
    await ctx.agent('judge').model.chat(hello, { temperature: 1 });
    await ctx.model.chat(hello);
    expect([ctx.model.steps.length, ctx.agent('judge').model.steps.length]).toEqual([2, 1]);
    const requests = rolloutEngine.exchanges.map(({ request }) => request);
    expect(requests.map(({ turn, uid }) => [turn, uid])).toEqual(
      [0, 1, 2].map((i) => [i, 'task:0']),
    );
    expect(requests.map(({ params }) => params.temperature)).toEqual([0.5, 1, 0.5]);
  });

  it('gives the same agent for the same name, itself for its own', () => {
    const ctx = createWorkflowContext({ rolloutEngine: new FakeEngine() });
    expect(ctx.agent('judge')).toBe(ctx.agent('judge'));
    expect(ctx.agent('agent')).toBe(ctx);
    expect(ctx.model).toBe(ctx.model);
    expect(() => ctx.agent('')).toThrow(/name of an agent must be a text/);
  });

  it('serves the chat completions API, recorded as well', async () => {
    const ctx = createWorkflowContext({ rolloutEngine: new FakeEngine() });
    const judge = ctx.agent('judge');
    const body = JSON.stringify({ model: 'any', messages: hello });
    const response = await judge.fetch('https://any.host/v1/chat/completions', {
      method: 'POST',
      body,
    });
    expect(await response.json()).toMatchObject({
      choices: [{ message: { content: 'Hello yourself' } }],
    });
    expect([ctx.model.steps.length, judge.model.steps.length]).toEqual([0, 1]);
    expect(judge.fetch).toBe(judge.fetch);
  });

  it('is a model of the AI SDK, recorded as well', async () => {
    const ctx = createWorkflowContext({ rolloutEngine: new FakeEngine() });
    await ctx.languageModel.doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    });
    expect(ctx.model.steps).toHaveLength(1);
    expect(ctx.languageModel).toBe(ctx.languageModel);
  });

  it('can be taken apart', async () => {
    const { model, agent, log } = createWorkflowContext({ rolloutEngine: new FakeEngine() });
    log({ turns: 1 });
    await model.chat(hello);
    expect(agent('agent').model.steps).toHaveLength(1);
  });

  it('logs under any name', async () => {
    const engine = makeEngine((_: number, { log }) => {
      log(JSON.parse('{"__proto__": 3, "constructor": 2}'));
      return 1;
    });
    const [episode] = await engine.executeTasks([1]);
    expect(Object.entries(episode?.metrics ?? {})).toEqual([
      ['agent_acc', 1],
      ['__proto__', 3],
      ['constructor', 2],
    ]);
  });

  it('logs numbers only', () => {
    const { log } = createWorkflowContext({ rolloutEngine: new FakeEngine() });
    expect(() => log({ turns: '3' as never })).toThrow(
      'what is logged as turns must be a number, got "3"',
    );
    expect(() => log(7 as never)).toThrow('what is logged must be an object, got 7');
  });

  it('refuses options that there are not', () => {
    const options = { rolloutEngine: new FakeEngine(), isvalidation: true };
    expect(() => createWorkflowContext(options)).toThrow('did you mean isValidation?');
  });
});
