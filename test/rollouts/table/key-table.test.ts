import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyTable } from '../../../ts/rollouts/table/key-table.ts';

describe('KeyTable', () => {
  it('numbers texts like a Map, and gives them back', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'é', '\u0800', '\ud800', '\udc00', '\u0000', '\uffff'),
    });
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const table = new KeyTable();
        const numbers = new Map<string, number>();
        for (const one of texts) {
          if (!numbers.has(one)) numbers.set(one, numbers.size);
          expect(table.intern(one)).toBe(numbers.get(one));
        }
        expect([...numbers.keys()].map((_, i) => table.text(i))).toEqual([...numbers.keys()]);
      }),
    );
  });

  it('holds many keys, and keys longer than its blocks', () => {
    const table = new KeyTable();
    const long = 'x'.repeat(3_000_000);
    for (let i = 0; i < 100_000; i++) table.intern(`key ${i}`);
    table.intern(long);
    for (let i = 0; i < 100_000; i += 7) expect(table.intern(`key ${i}`)).toBe(i);
    expect(table.text(99_999)).toBe('key 99999');
    expect(table.text(table.intern(long))).toBe(long);
    expect(table.intern('after')).toBe(100_001);
    expect(table.text(100_001)).toBe('after');
  });
});
