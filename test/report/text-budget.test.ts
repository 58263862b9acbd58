import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spread } from '../../ts/report/spread.ts';
import { byteLength, bytesOf, Cuts, cutText, fairShare } from '../../ts/report/text-budget.ts';

describe('fairShare', () => {
  it('leaves short texts whole', () => {
    expect(fairShare([10, 500, 900], 410)).toBe(200);
    expect(fairShare([10, 20], 30)).toBe(Number.POSITIVE_INFINITY);
    expect(fairShare([10, 20], -5)).toBe(0);
    expect(fairShare([], 0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('never gives more than there is', () => {
    const sizes = fc.array(fc.nat(10_000), { minLength: 1 });
    fc.assert(
      fc.property(sizes, fc.nat(100_000), (of, room) => {
        const share = fairShare(of, room);
        const used = of.reduce((sum, size) => sum + Math.min(size, share), 0);
        expect(used).toBeLessThanOrEqual(room + 1e-6);
        // And all that there is, where texts are cut.
        if (Number.isFinite(share)) expect(used).toBeGreaterThan(room - 1e-6);
      }),
    );
  });
});

describe('cutText', () => {
  it('keeps the beginning and the end, and counts what lies between', () => {
    const cuts = new Cuts();
    const text = 'abcdefghij'.repeat(10);
    expect(cutText(text, 100, 100, cuts)).toBe(text);
    expect(cutText(text, 100, 46, cuts)).toEqual({ head: 'abcdefg', cut: 90, tail: 'hij' });
    expect(cutText(text, 100, 0, cuts)).toEqual({ head: '', cut: 100, tail: '' });
    expect(cuts).toEqual({ texts: 2, characters: 190, messages: 0 });
  });

  it('cuts no character in two', () => {
    const limits = fc.nat(400);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), limits, (text, limit) => {
        const cut = cutText(text, bytesOf(text), limit, new Cuts());
        if (typeof cut === 'string') {
          expect(cut).toBe(text);
          return;
        }
        expect(text.startsWith(cut.head) && text.endsWith(cut.tail)).toBe(true);
        expect(cut.head.length + cut.cut + cut.tail.length).toBe(text.length);
        if (text.isWellFormed()) {
          expect(cut.head.isWellFormed() && cut.tail.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});

describe('byteLength', () => {
  it('is that of UTF-8', () => {
    for (const text of ['', 'abc', 'ä', '\u{1f600}', 'a\nb'])
      expect(byteLength(text)).toBe(Buffer.byteLength(text));
  });
});

describe('spread', () => {
  it('picks evenly, each once', () => {
    expect(spread(10, 3)).toEqual([0, 3, 6]);
    expect(spread(3, 10)).toEqual([0, 1, 2]);
    expect(spread(5, 0)).toEqual([]);
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), (total, count) => {
        const picked = spread(total, count);
        expect(new Set(picked).size).toBe(Math.min(total, count));
        expect(picked.every((at) => at >= 0 && at < total)).toBe(true);
      }),
    );
  });
});
