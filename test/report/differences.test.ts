import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesOf, textDifference } from '../../ts/report/page/differences.ts';
import type { RolloutTexts, Text } from '../../ts/report/report-data.ts';

function said(...messages: readonly (readonly [string, Text])[]): RolloutTexts {
  const told = messages.map(([role, text]) => ({ role, text }));
  const step = { promptTokens: 0, responseTokens: 0, meanLogprob: null, weightVersion: null };
  const [first = [], rest = []] = [told.slice(0, 1), told.slice(1)];
  return {
    id: 0,
    task: null,
    facts: [],
    // In two steps, which a difference does not tell apart.
    steps: [first, rest].map((of) => ({ ...step, same: 0, messages: of, advantage: null })),
  };
}

const messages = fc.array(
  fc.tuple(
    fc.constantFrom('user', 'assistant', 'tool'),
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('yes', 'no', 'the sum is 7')),
  ),
  { maxLength: 12 },
);

describe('differencesOf', () => {
  it('leaves out nothing of either, and changes no order', () => {
    fc.assert(
      fc.property(messages, messages, (a, b) => {
        const found = differencesOf(said(...a), said(...b));
        for (const [side, all] of [
          ['first', a],
          ['second', b],
        ] as const) {
          const own = found
            .filter((one) => one.side === 'both' || one.side === side)
            .map(({ role, parts }) => {
              const kept = parts.filter((part) => part.side === 'both' || part.side === side);
              return [role, kept.map(({ text }) => text).join('')];
            });
          expect(own).toEqual(all);
        }
      }),
    );
  });

  it('tells what is the same, what changed and what one has alone', () => {
    const asked = ['user', '17 + 25?'] as const;
    const a = said(asked, ['assistant', '17 + 25 is 42. Done.'], ['tool', 'right']);
    const b = said(asked, ['assistant', '17 + 25 is 43. Done.']);
    expect(differencesOf(a, b)).toEqual([
      { side: 'both', role: 'user', parts: [{ side: 'both', text: '17 + 25?' }] },
      {
        side: 'both',
        role: 'assistant',
        parts: [
          { side: 'both', text: '17 + 25 is ' },
          { side: 'first', text: '42' },
          { side: 'second', text: '43' },
          { side: 'both', text: '. Done.' },
        ],
      },
      { side: 'first', role: 'tool', parts: [{ side: 'first', text: 'right' }] },
    ]);
  });

  it('says how much a cut text lacks', () => {
    const cut = said(['user', { head: 'a', cut: 9, tail: 'z' }]);
    const [found] = differencesOf(cut, cut);
    expect(found?.parts).toEqual([{ side: 'both', text: 'a … 9 characters left out … z' }]);
  });
});

describe('textDifference', () => {
  it('shows texts that share little one after the other', () => {
    expect(textDifference('not at all the same', 'something else: yes')).toEqual([
      { side: 'first', text: 'not at all the same' },
      { side: 'second', text: 'something else: yes' },
    ]);
  });

  it('takes texts of any length', () => {
    const words = (count: number, word: (i: number) => string): string =>
      Array.from({ length: count }, (_, i) => word(i)).join(' ');
    const a = words(50_000, (i) => `a${i}`);
    const b = words(50_000, (i) => (i % 3 === 0 ? `b${i}` : `a${i}`));
    const parts = textDifference(a, b);
    const of = (side: string): string =>
      parts
        .filter((part) => part.side === 'both' || part.side === side)
        .map(({ text }) => text)
        .join('');
    expect([of('first'), of('second')]).toEqual([a, b]);
  });
});
