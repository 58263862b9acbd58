import { describe, expect, it } from 'vitest';
import { createStep, type StepInit } from '../../ts/types/step.ts';

const refused = (message: string) =>
  expect.objectContaining({ name: 'UpperhandError', code: 'invalid-argument', message });

describe('createStep', () => {
  it('has rLLM’s defaults, and no advantage', () => {
    expect(createStep()).toEqual({
      promptIds: [],
      responseIds: [],
      logprobs: [],
      chatCompletions: [],
      observation: null,
      thought: '',
      action: null,
      modelResponse: '',
      metadata: {},
      reward: 0,
      done: false,
      mcReturn: 0,
      advantage: null,
      weightVersion: null,
    });
  });

  it('takes an undefined field for one that was left out', () => {
    const fields = Object.fromEntries(Object.keys(createStep()).map((key) => [key, undefined]));
    expect(createStep(fields)).toEqual(createStep());
  });

  it('gives each step its own empty lists', () => {
    const [a, b] = [createStep(), createStep()];
    a.responseIds.push(1);
    a.metadata.seen = true;
    expect([b.responseIds, b.metadata]).toEqual([[], {}]);
  });

  it('keeps arrays and objects, not copies', () => {
    const init = {
      promptIds: [1],
      responseIds: [2],
      logprobs: [-0.5],
      chatCompletions: [{ role: 'user' }],
      observation: { board: [] },
      action: new Map(),
      metadata: { nested: {} },
    };
    const step = createStep(init);
    for (const key of Object.keys(init) as (keyof typeof init)[]) expect(step[key]).toBe(init[key]);
  });

  it('takes booleans for numbers', () => {
    const step = createStep({
      reward: true,
      advantage: [true, 0.5],
      mcReturn: true as never,
      weightVersion: false as never,
    });
    expect(step).toMatchObject({ reward: 1, advantage: [1, 0.5], mcReturn: 1, weightVersion: 0 });
    expect(createStep({ advantage: false }).advantage).toBe(0);
  });

  it('keeps an advantage of NaN, 0 or no tokens, which are not absent', () => {
    for (const advantage of [NaN, 0, []])
      expect(createStep({ advantage }).advantage).toEqual(advantage);
    expect(createStep({ advantage: null }).advantage).toBeNull();
  });

  it('takes logprobs of as many tokens as the response, or none', () => {
    expect(createStep({ responseIds: [1, 2] }).logprobs).toEqual([]);
    expect(createStep({ responseIds: [1, 2], logprobs: [-1, -2] }).logprobs).toEqual([-1, -2]);
  });

  it.each([
    [{ reward: null }, 'Step.reward must be a number or a boolean, got null'],
    [{ reward: '1' }, 'Step.reward must be a number or a boolean, got "1"'],
    [{ reward: 1n }, 'Step.reward must be a number or a boolean, got 1n'],
    [{ advantage: '0.5' }, 'Step.advantage must be a number or a boolean, got "0.5"'],
    [
      { advantage: {} },
      'Step.advantage must be a number, an array of numbers or null, got an object',
    ],
    [{ advantage: [0, null] }, 'Step.advantage[1] must be a number or a boolean, got null'],
    [{ advantage: new Array(1) }, 'Step.advantage[0] must be a number or a boolean, got undefined'],
    [{ promptIds: 'abc' }, 'Step.promptIds must be an array, got "abc"'],
    [{ promptIds: [1, '2'] }, 'Step.promptIds[1] must be a number, got "2"'],
    [{ responseIds: [true] }, 'Step.responseIds[0] must be a number, got true'],
    [{ responseIds: null }, 'Step.responseIds must be an array, got null'],
    [{ logprobs: [null], responseIds: [1] }, 'Step.logprobs[0] must be a number, got null'],
    [{ logprobs: [-1] }, 'Step.logprobs must be as long as responseIds (0), got an array of 1'],
    [{ chatCompletions: {} }, 'Step.chatCompletions must be an array, got an object'],
    [{ thought: null }, 'Step.thought must be a string, got null'],
    [{ modelResponse: 5 }, 'Step.modelResponse must be a string, got 5'],
    [{ done: 1 }, 'Step.done must be a boolean, got 1'],
    [{ mcReturn: '0' }, 'Step.mcReturn must be a number or a boolean, got "0"'],
    [{ weightVersion: '3' }, 'Step.weightVersion must be a number or a boolean, got "3"'],
    [{ metadata: null }, 'Step.metadata must be an object, got null'],
    [{ metadata: [] }, 'Step.metadata must be an object, got an array of 0'],
  ])('refuses %o', (init, message) => {
    expect(() => createStep(init as StepInit)).toThrow(refused(message));
  });

  it.each([
    ['adventage', '"adventage"'],
    ['response_ids', '"response_ids"'],
    ['constructor', '"constructor"'],
    ['__proto__', '"__proto__"'],
  ])('refuses the field %s and lists those that there are', (field, shown) => {
    const init = JSON.parse(`{"reward":1,"${field}":{"polluted":true}}`);
    expect(() => createStep(init)).toThrow(
      `Step has no field ${shown}; it has promptIds, responseIds, logprobs, chatCompletions, observation,`,
    );
    expect('polluted' in {}).toBe(false);
  });

  it.each([
    [null, 'null'],
    ['step', '"step"'],
    [5, '5'],
    [[], 'an array of 0'],
    [new Map([['reward', 1]]), 'a Map'],
  ])('refuses %o in place of its fields', (init, shown) => {
    expect(() => createStep(init as never)).toThrow(
      refused(`Step must be made of an object of its fields, got ${shown}`),
    );
  });
});
