import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberText } from '../../ts/cli/number-text.ts';
import { cellText } from '../../ts/cli/printable.ts';
import { type Cells, TabRows } from '../../ts/cli/tab-rows.ts';

interface Row {
  readonly name: string;
  readonly reward: number | null;
  readonly note: string;
  readonly place: string;
}

/** A table of names, by the same key notes and places, and rewards. */
function tableOf(rows: readonly Row[], texts: string[]): Cells[] {
  const keyOf = (text: string): number => {
    const known = texts.indexOf(text);
    return known < 0 ? texts.push(text) - 1 : known;
  };
  const text = (key: number): string => texts[key] as string;
  const notes = Uint32Array.from(rows, ({ note, place }) => keyOf(JSON.stringify([note, place])));
  const part = (at: number) => (key: number) => JSON.parse(text(key))[at] as string;
  return [
    { keys: Uint32Array.from(rows, ({ name }) => keyOf(name)), text },
    { keys: notes, text: part(0) },
    { keys: notes, text: part(1) },
    {
      numbers: Float64Array.from(rows, ({ reward }) => reward ?? 7),
      missing: Uint8Array.from(rows, ({ reward }) => (reward === null ? 1 : 0)),
    },
    { numbers: Float64Array.from(rows.keys()), missing: null },
  ];
}

function lineOf({ name, reward, note, place }: Row, row: number): string {
  const texts = [cellText(name), cellText(note), cellText(place), numberText(reward), row];
  return `${texts.join('\t')}\n`;
}

describe('TabRows', () => {
  it('writes cells as they are one by one, whatever is in them', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '\t', '\\', '\ud800', '𝄞') });
    const row = fc.record({
      name: text,
      reward: fc.oneof(fc.double(), fc.integer(), fc.constantFrom(null, -0, Number.NaN)),
      note: text,
      place: text,
    });
    fc.assert(
      fc.property(fc.array(fc.array(row)), (batches) => {
        const [rows, texts]: [TabRows, string[]] = [new TabRows(), []];
        for (const batch of batches) {
          const bytes = rows.encode(batch.length, tableOf(batch, texts));
          // Lone halves are written as escapes, so that decoding again loses nothing.
          expect(new TextDecoder().decode(bytes)).toBe(batch.map(lineOf).join(''));
        }
      }),
    );
  });

  it('keeps texts apart that need more room than there was', () => {
    const batch = Array.from({ length: 300 }, (_, i) => {
      const name = `${i} ${'漢'.repeat(i)}`;
      return { name, reward: -2.2250738585072014e-308, note: '', place: 'x'.repeat(i) };
    });
    const bytes = new TabRows().encode(batch.length, tableOf(batch, []));
    expect(new TextDecoder().decode(bytes)).toBe(batch.map(lineOf).join(''));
  });

  it('writes the first rows of columns that are longer', () => {
    const columns: Cells[] = [{ numbers: Float64Array.of(1, 2, 3), missing: null }];
    const rows = new TabRows();
    for (const length of [2, 0, 3]) {
      const text = new TextDecoder().decode(rows.encode(length, columns));
      expect(text).toBe('1\n2\n3\n'.slice(0, 2 * length));
    }
  });
});
