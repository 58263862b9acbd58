import { describe, expect, it } from 'vitest';
import type { ModelOutput } from '../../../ts/types/model-output.ts';
import { createFetch } from '../../../ts/workflow/model/openai-fetch.ts';
import { defer, FakeEngine, recordingModel } from './fake-engine.ts';
import { makeOutput } from './outputs.ts';
import { hello, post, serve, url } from './serve.ts';

describe('routes', () => {
  it('list the one model, and any by name', async () => {
    const { fetch } = serve();
    const list = await (await fetch('https://any.host/v1/models')).json();
    expect(list).toMatchObject({ object: 'list', data: [{ id: 'policy', object: 'model' }] });
    const one = await (await fetch('https://any.host/v1/models/my%2Fmodel')).json();
    expect(one).toMatchObject({ id: 'my/model', object: 'model' });
  });

  it.each([
    ['POST', '/v1/responses', 404, 'use chat completions: openai.chat(id)'],
    ['POST', '/v1/embeddings', 404, 'served here are POST /v1/chat/completions and GET /v1/models'],
    ['GET', '/v1/chat/completions', 405, 'served here are POST /v1/chat/completions'],
    ['POST', '/v1/models', 405, 'served here are'],
  ])('%s %s is refused', async (method, path, status, message) => {
    const response = await serve().fetch(`https://any.host${path}`, { method });
    expect(response.status).toBe(status);
    const { error } = await response.json();
    expect(error.message).toContain(`${method} ${path}`);
    expect(error.message).toContain(message);
  });
});

describe('failures', () => {
  it('of the engine are errors that are not to be tried again, and no step', async () => {
    const { model, fetch } = serve(() => Promise.reject(new Error('out of memory')));
    for (const stream of [false, true]) {
      const response = await fetch(url, post({ ...hello, stream }));
      expect(response.status).toBe(500);
      expect(response.headers.get('x-should-retry')).toBe('false');
      expect(await response.json()).toEqual({
        error: {
          message: 'out of memory',
          type: 'server_error',
          param: null,
          code: 'rollout_engine_error',
        },
      });
    }
    expect(model.steps).toEqual([]);
    expect(model.lost.failed).toBe(2);
  });

  it('by the end of the rollout are such errors too', async () => {
    const rollout = new AbortController();
    const model = recordingModel(new FakeEngine(() => new Promise(() => {})), {
      signal: rollout.signal,
    });
    const pending = createFetch(model)(url, post(hello));
    await new Promise((resolve) => setImmediate(resolve));
    rollout.abort(new Error('the rollout is over'));
    const response = await pending;
    expect(response.status).toBe(500);
    expect((await response.json()).error.message).toBe('the rollout is over');
  });
});

it('an error that cannot be read is an answer too', async () => {
  const { fetch } = serve(() => Promise.reject(Object.create(null)));
  expect((await fetch(url, post(hello))).status).toBe(500);
});

describe('a request that is aborted', () => {
  it('before it was made asks nothing', async () => {
    const { engine, fetch } = serve();
    await expect(fetch(url, post(hello, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      name: 'AbortError',
    });
    const request = new Request(url, post(hello, { signal: AbortSignal.abort() }));
    await expect(fetch(request)).rejects.toMatchObject({ name: 'AbortError' });
    expect(engine.exchanges).toEqual([]);
  });

  it('while the model thinks rejects, and is no step', async () => {
    const wait = defer<ModelOutput>();
    const asked = defer<void>();
    const { model, fetch } = serve(() => {
      asked.resolve();
      return wait.promise;
    });
    const controller = new AbortController();
    const pending = fetch(url, post(hello, { signal: controller.signal }));
    await asked.promise;
    controller.abort();
    await expect(pending).rejects.toBeInstanceOf(DOMException);
    wait.resolve(makeOutput());
    await new Promise((resolve) => setImmediate(resolve));
    expect(model.steps).toEqual([]);
  });

  it('around the very moment of the answer is a step only where there is an answer', async () => {
    const outcomes = new Set<string>();
    for (let ticks = 0; ticks < 40; ticks++) {
      const controller = new AbortController();
      const { model, fetch } = serve(() => {
        let left = ticks;
        const tick = (): void => (left-- > 0 ? queueMicrotask(tick) : controller.abort());
        queueMicrotask(tick);
        return makeOutput();
      });
      const outcome = await fetch(url, post(hello, { signal: controller.signal })).then(
        () => 'answered',
        (error) => error.name,
      );
      await new Promise((resolve) => setImmediate(resolve));
      expect([ticks, outcome, model.steps.length]).toEqual([
        ticks,
        outcome,
        outcome === 'answered' ? 1 : 0,
      ]);
      outcomes.add(outcome);
    }
    expect([...outcomes].sort()).toEqual(['AbortError', 'answered']);
  });
});

describe('a retry that is marked as one', () => {
  const retry = (body: unknown, count: number): RequestInit =>
    post(body, { headers: { 'x-stainless-retry-count': String(count) } });
  const contentOf = async (response: Promise<Response>): Promise<string> =>
    (await (await response).json()).choices[0].message.content;

  it('gets the answer that was recorded, and no second step', async () => {
    const { model, fetch } = serve(
      makeOutput({ content: 'first' }),
      makeOutput({ content: 'next' }),
    );
    expect(await contentOf(fetch(url, retry(hello, 0)))).toBe('first');
    expect(await contentOf(fetch(url, retry(hello, 1)))).toBe('first');
    expect(await contentOf(fetch(url, post(hello)))).toBe('next');
    expect(await contentOf(fetch(url, retry(hello, 2)))).toBe('next');
    expect(model.steps).toHaveLength(2);
  });

  it('waits for an answer that is on its way', async () => {
    const wait = defer<ModelOutput>();
    const { model, fetch } = serve(() => wait.promise);
    const both = [contentOf(fetch(url, post(hello))), contentOf(fetch(url, retry(hello, 1)))];
    await new Promise((resolve) => setImmediate(resolve));
    wait.resolve(makeOutput({ content: 'once' }));
    expect(await Promise.all(both)).toEqual(['once', 'once']);
    expect(model.steps).toHaveLength(1);
  });

  it('asks again when there was no answer, or another body', async () => {
    const failing = (): Promise<ModelOutput> => Promise.reject(new Error('no'));
    const { model, fetch } = serve(makeOutput({ content: 'old' }), failing, makeOutput());
    await fetch(url, post(hello));
    expect((await fetch(url, post(hello))).status).toBe(500);
    expect(await contentOf(fetch(url, retry(hello, 1)))).toBe('Hello yourself');
    expect(await contentOf(fetch(url, retry({ ...hello, seed: 1 }, 1)))).toBe('Hello yourself');
    expect(model.steps).toHaveLength(3);
  });

  it('asks again when the answer was a stream that was left', async () => {
    const { model, fetch } = serve();
    const body = { ...hello, stream: true };
    await (await fetch(url, post(body))).body?.cancel();
    await (await fetch(url, retry(body, 1))).text();
    expect(model.steps).toHaveLength(1);
  });

  it('asks again when many others were asked in between', async () => {
    const { model, fetch } = serve();
    for (let seed = 0; seed < 33; seed++) await fetch(url, post({ ...hello, seed }));
    await fetch(url, retry({ ...hello, seed: 1 }, 1));
    expect(model.steps).toHaveLength(33);
    await fetch(url, retry({ ...hello, seed: 0 }, 1));
    expect(model.steps).toHaveLength(34);
  });

  it('still gets its answer when the request that it repeats is aborted', async () => {
    const wait = defer<ModelOutput>();
    const { engine, model, fetch } = serve(() => wait.promise);
    const controller = new AbortController();
    const first = fetch(url, post(hello, { signal: controller.signal }));
    const second = contentOf(fetch(url, retry(hello, 1)));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect(engine.exchanges[0]?.request.signal.aborted).toBe(false);
    wait.resolve(makeOutput());
    expect(await second).toBe('Hello yourself');
    expect(model.steps).toHaveLength(1);
  });

  it.each([0, 1])('leaves the step while one of two streams was read, the %s.', async (read) => {
    const { model, fetch } = serve();
    const body = { ...hello, stream: true };
    const responses = [await fetch(url, post(body)), await fetch(url, retry(body, 1))];
    await responses[1 - read]?.body?.cancel();
    expect(await responses[read]?.text()).toContain('[DONE]');
    expect(model.steps).toHaveLength(1);
    expect(model.lost.discarded).toBe(0);
  });

  it('of one of two requests with the same body finds the answer that there is', async () => {
    const left = new AbortController();
    const { fetch } = serve(() => new Promise(() => {}), makeOutput({ content: 'other' }));
    const first = fetch(url, post(hello, { signal: left.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    await fetch(url, post(hello));
    left.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect(await contentOf(fetch(url, retry(hello, 1)))).toBe('other');
  });
});
