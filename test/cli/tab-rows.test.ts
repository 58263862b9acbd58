import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberText } from '../../ts/cli/number-text.ts';
import { cellText } from '../../ts/cli/printable.ts';
import { type TabColumn, TabRows } from '../../ts/cli/tab-rows.ts';

interface Row {
  readonly name: string | null;
  readonly reward: number | null;
  readonly note: string;
}

const columns: readonly TabColumn<Row>[] = [
  { isNumber: false, value: ({ name }) => name },
  { isNumber: true, value: ({ reward }) => reward },
  { isNumber: false, value: ({ note }) => note },
];

describe('TabRows', () => {
  it('writes cells as they are one by one, whatever is in them', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '\t', '\\', '\ud800', '𝄞') });
    const row = fc.record({
      name: fc.oneof(text, fc.constant(null)),
      reward: fc.oneof(fc.double(), fc.integer(), fc.constantFrom(null, -0, Number.NaN)),
      note: text,
    });
    fc.assert(
      fc.property(fc.array(fc.array(row)), (batches) => {
        const rows = new TabRows(columns);
        for (const batch of batches) {
          for (const one of batch) rows.add(one);
          expect(rows.length).toBe(batch.length);
          const lines = batch.map(
            ({ name, reward, note }) =>
              `${cellText(name ?? '')}\t${numberText(reward)}\t${cellText(note)}\n`,
          );
          expect(new TextDecoder().decode(rows.take())).toBe(lines.join(''));
        }
      }),
    );
  });

  it('keeps texts apart that need more room than there was', () => {
    const rows = new TabRows(columns);
    const names = Array.from({ length: 300 }, (_, i) => `${i} ${'漢'.repeat(i)}`);
    for (const name of names) rows.add({ name, reward: -2.2250738585072014e-308, note: '' });
    const lines = names.map((name) => `${name}\t-2.2250738585072014e-308\t\n`);
    expect(new TextDecoder().decode(rows.take())).toBe(lines.join(''));
  });

  it('writes a text again that ended the rows before', () => {
    const rows = new TabRows(columns);
    const row = { name: 'a', reward: 1, note: 'b' };
    for (let i = 0; i < 3; i++) {
      rows.add(row);
      expect(new TextDecoder().decode(rows.take())).toBe('a\t1\tb\n');
    }
  });
});
