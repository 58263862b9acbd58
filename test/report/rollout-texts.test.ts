import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rolloutTexts } from '../../ts/report/rollout-texts.ts';
import { bytesOf, Cuts } from '../../ts/report/text-budget.ts';
import { createStep } from '../../ts/types/step.ts';

const said = (texts: readonly string[]) => ({
  steps: [createStep({ chatCompletions: texts.map((content) => ({ role: 'user', content })) })],
});

describe('rolloutTexts', () => {
  it('keeps the first and the last of very many messages', () => {
    const texts = Array.from({ length: 1000 }, (_, i) => `message ${i}`);
    const cuts = new Cuts();
    const { steps } = rolloutTexts(7, said(texts), 2000, cuts);
    const messages = steps[0]?.messages ?? [];
    expect(messages[0]?.text).toBe('message 0');
    expect(messages.at(-1)?.text).toBe('message 999');
    const dropped = messages.reduce((sum, message) => sum + (message.dropped ?? 0), 0);
    expect(dropped).toBe(cuts.messages);
    expect(messages.length + dropped).toBe(1000);
  });

  it('is whole where there is room', () => {
    const cuts = new Cuts();
    const { steps } = rolloutTexts(0, said(['a', 'b'.repeat(5000)]), 10_000, cuts);
    expect(steps[0]?.messages.map(({ text }) => text)).toEqual(['a', 'b'.repeat(5000)]);
    expect(cuts).toEqual({ texts: 0, characters: 0, messages: 0 });
  });

  it('takes no more than there is, but for what a rollout needs at least', () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1000, max: 20_000 }), (all, room) => {
        const told = rolloutTexts(3, said(all), room, new Cuts());
        // Escapes are of different lengths in the pieces of a text.
        expect(bytesOf(told)).toBeLessThan(room * 1.5 + 500);
      }),
    );
  });

  it('has nothing to say of a rollout without content', () => {
    expect(rolloutTexts(1, null, 100, new Cuts())).toEqual({
      id: 1,
      task: null,
      steps: [],
      facts: [],
    });
  });
});
